"""The steps of a turn, in its order: placing, production, acting, ending (GU-7 to GU-13)."""
