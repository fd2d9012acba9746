const named = (fileName: string): string =>
  `filename="${fileName.replace(/[^\w.()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

/**
 * RFC 6266: a file to be saved, with a plain name for old programs and the real one beside it. Nothing of a name ends the header, or
 * reads as something else in it.
 */
export const asAttachment = (fileName: string): string => `attachment; ${named(fileName)}`

/** A file that the browser may show; the name is that of it once it is saved. */
export const asInline = (fileName: string): string => `inline; ${named(fileName)}`

/** The name of a PDF that every system takes, whatever came; `instead` where nothing of it is left. */
export const safeFileName = (asked: string, instead: string): string => {
  const name = asked
    .toWellFormed()
    .replace(/\.pdf$/i, '')
    .replace(/[^\p{L}\p{M}\p{N}_.()-]+/gu, '_')
    .replace(/^[_.]+|[_.]+$/g, '')
    .slice(0, 120)
  return `${name === '' ? instead : name}.pdf`
}
