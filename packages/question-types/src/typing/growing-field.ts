/**
 * Whether the browser makes a field as high as its text. Where it doesn't, an unseen copy of the text does, which is laid out anew with
 * each key: of a long essay that takes longer than a frame.
 */
const growsByItself = globalThis.CSS?.supports('field-sizing', 'content') ?? false

/**
 * By what a field of several lines grows with its text: the class of what stands around it, the copy that belongs there, and the style
 * of the field, which shows so many lines while it is empty.
 */
export const growing = (value: string, lines: number) => {
  if (!growsByItself) return { name: 'grow', copy: value, style: undefined } as const
  return { name: 'grown', copy: undefined, style: { '--lines': lines } } as const
}
