/** How many words a text has: what stands between spaces and line ends (spec 2 §5). */
export const wordCount = (text: string): number => text.split(/\s+/).filter((token) => token !== '').length
