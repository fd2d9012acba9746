/** Pixels for each character of the longest text, by how long it is (spec 2 §9). The width jumps where the figure changes. */
const pixelsEach = (characters: number): number => {
  if (characters <= 10) return 14
  return characters <= 20 ? 12 : 10
}

/** The width of a dropdown in px by the longest of its texts: 200 where there is none, and never below 100 (spec 2 §9). */
export const dropdownWidth = (texts: readonly string[]): number => {
  const longest = Math.max(0, ...texts.map((text) => [...text].length))
  return longest === 0 ? 200 : Math.max(100, longest * pixelsEach(longest))
}
