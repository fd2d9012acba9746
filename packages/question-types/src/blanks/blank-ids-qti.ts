/** The ids of the blanks of a text, in its order, each once. */
export const blankIds = (html: string): string[] => [
  ...new Set([...html.replace(/<[^<>]*>/g, '<>').matchAll(/\[(v\d+)\]/gi)].map(([, id = '']) => id.toUpperCase())),
]
