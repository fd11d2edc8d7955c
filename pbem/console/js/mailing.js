// From lines to a mail: what a hand would have written into a reply to the report.

export const ASKING = "PREVIEW"; // above lines that are to be answered, and not held
export const DONE = "DONE"; // below lines that are meant as they stand
export const LONGEST = 1500; // characters of a body that all mail programs take in a link

export const body = (lines) => lines.join("\r\n") + "\r\n";

/** The link that opens a mail with these lines, and whether they had room in it. */
export function link(reply, lines) {
  const head = `mailto:${encodeURIComponent(reply.to).replace(/%40/g, "@").replace(/%2B/g, "+")}`
    + `?subject=${encodeURIComponent(reply.subject)}`;
  const said = encodeURIComponent(body(lines));
  return said.length <= LONGEST
    ? { href: `${head}&body=${said}`, fits: true }
    : { href: head, fits: false };
}

/** Put text into the clipboard; whether it could be done. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.className = "aside";
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

/** Let the reader save a file. */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const made = document.createElement("a");
  made.href = address;
  made.download = name;
  made.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
