/** Whether a path is that of a file of questions that comes without a package: text, XML or a table. */
export const isFileAlone = (path: string): boolean => /\.(xml|gift|txt|aiken|csv|tsv)$/i.test(path)
