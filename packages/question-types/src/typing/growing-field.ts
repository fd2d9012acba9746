const growsByItself = globalThis.CSS?.supports('field-sizing', 'content')

/**
 * The copy of a text that gives its field the height, where the browser doesn't make the field as high as its text by itself: it is
 * laid out anew with each key, which for a long essay takes longer than a frame.
 */
export const copyFor = (value: string): string | undefined => (growsByItself ? undefined : value)
