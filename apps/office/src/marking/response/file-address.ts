import type { MarkedFile } from '@sitwell/contract'

/** The address of a file of a response, for pictures, sound and film, which the cookie opens. */
export const fileAddress = (responseID: string, file: number): string =>
  `/office/api/marking/file?${new URLSearchParams({ responseID, file: String(file) })}`

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** The name under which a marker saves a file: of the response, never of the candidate. An ending that a system might run is none of these. */
export const fileName = (code: string, number: number, { mediaType }: Pick<MarkedFile, 'mediaType'>): string =>
  `${code.replaceAll(/[^\w-]/g, '')}-${number}.${endings[mediaType] ?? 'bin'}`
