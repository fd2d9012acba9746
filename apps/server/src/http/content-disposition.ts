/**
 * RFC 6266: a file to be saved, with a plain name for old programs and the real one beside it. Nothing of a name ends the header, or
 * reads as something else in it.
 */
export const asAttachment = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\w.()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
