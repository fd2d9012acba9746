/** Images that are loaded before the exam starts: jpg, png and bmp endings alone (spec 2 §5). */
export const isPreloadedImage = (address: string) => /\.(jpg|png|bmp)$/i.test(withoutQuery(address))

/** A PDF by its ending: an extension that begins with pdf (spec 2 §5). */
export const isPdf = (address: string) => /\.pdf[^./]*$/i.test(withoutQuery(address))

const withoutQuery = (address: string) => address.split(/[?#]/, 1)[0] ?? ''
