/** A picture that the HTML carries in itself, of a kind that can't hold a script; nothing is fetched for it. */
const inlineImage = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,[a-z\d+/=\s]+$/i
export const isInlineImage = (address: string): boolean => inlineImage.test(address)

/** Nothing but what a web or mail address is written with: no white space or control character that a browser would skip. */
const outsideLink = /^(?:https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu
/** Whether a link leads out of the exam, to a page, a mail address or a telephone: all else that isn't a file of the exam goes. */
export const isOutsideLink = (address: string): boolean => outsideLink.test(address)
