import { readUploadLimits, type UploadLimits } from '@sitwell/contract'
import type { Config } from '../../config.ts'

/** The types that are taken where an organisation names none: the player's own list, and zip (spec 1 §5). */
export const typesOfServer =
  'doc, docx, rtf, odt, wps, xls, xlsx, csv, xml, xlr, pptx, ppt, pps, jpeg, jpg, gif, bmp, png, tiff, avi, mp4, mp3, wav, m4a, wmv, flv, m4v, mov, mpg, mpeg, mkv, pdf, txt, dat, odp, zip'

/** What an organisation has set, never beyond what this server takes. */
const withinServer = (limits: UploadLimits, { largestFileBytes }: Config): UploadLimits => ({
  ...limits,
  maxSize: limits.maxSize === 0 ? largestFileBytes : Math.min(limits.maxSize, largestFileBytes),
})

/** Settings of uploads that the server has a value for whatever an organisation has set; from `own`, which is what it has. */
export const fileSettings = (config: Config) => ({
  // biome-ignore lint/correctness/noComponentHookFactories: named as the setting is, and no component
  AllowedAssignmentUploadFileTypes: (own: string | null) => own ?? typesOfServer,
  // biome-ignore lint/correctness/noComponentHookFactories: named as the setting is, and no component
  AssignmentUploadLimits: (own: string | null) => JSON.stringify(withinServer(readUploadLimits(own), config)),
})
export type FileSetting = keyof ReturnType<typeof fileSettings>
