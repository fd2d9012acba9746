import { supportedBrowser, theme } from '@sitwell/contract'
import * as z from 'zod'

/** What a new password has to be. Length matters most; the rest is for organisations that have to ask for it. */
export const passwordPolicy = z.strictObject({
  minCharacters: z.int().min(6).max(64).default(8),
  needsDigit: z.boolean().default(false),
  needsBothCases: z.boolean().default(false),
  needsSign: z.boolean().default(false),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>

const origin = z
  .string()
  .refine((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text, 'is no origin (https://name)')

/** What an organisation may have besides its name and its url token. */
export const organisationDetails = z.object({
  /** Host names that are its own addresses. */
  hosts: z.array(z.string()).default([]),
  /** A `data:` URL, or a file beside the organisation file, which the import puts in. */
  logo: z.string().optional(),
  appBarLogo: z.string().optional(),
  /** The language of the pages before the sign-in, as a person's `languageId`; the browser's own if none is given. */
  languageId: z.int().optional(),
  /** The languages that people may choose from, by the same numbers; fewer than two are no choice. */
  languages: z.array(z.int()).max(100).optional(),
  primaryColour: z.string().optional(),
  secondaryColour: z.string().optional(),
  enableForgottenPassword: z.boolean().optional(),
  legacySingleSignon: z.boolean().optional(),
  passwordPolicy: passwordPolicy.optional(),
  /** Origins that a sign-out may go back to, besides the organisation's own: of the portals that send people here. */
  loginOrigins: z.array(origin).optional(),
  adminUrl: z.string().optional(),
  themes: z.record(z.string(), theme).optional(),
  supportedBrowsers: z.array(supportedBrowser).optional(),
  proctoringMode: z.int().optional(),
  proctoringType: z.int().optional(),
  previewMode: z.boolean().optional(),
  demoMode: z.boolean().optional(),
  /** Its learners may download what a downloadable practice exam came to. */
  canDownloadResult: z.boolean().default(true),
})
