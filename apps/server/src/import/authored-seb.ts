import type { SebSettings, SebValue } from '@sitwell/exam/seb/seb-config-key'
import * as z from 'zod'

const key = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'a key is 64 hexadecimal digits')
  .toLowerCase()

/** A quotation mark, a fraction or an empty dictionary is reckoned into the Config Key by some versions of the program in another way. */
const settingText = z
  .string()
  .max(10_000)
  .regex(/^[^"]*$/, 'takes no quotation mark')

const settingName = z.string().regex(/^\w{1,100}$/, 'is no name of a setting')

const value: z.ZodType<SebValue> = z.lazy(() =>
  z.union([z.boolean(), z.int(), settingText, z.array(value).max(1000), dictionary]),
)

const dictionary: z.ZodType<SebSettings> = z
  .record(settingName, value)
  .refine((one) => Object.keys(one).length > 0, 'may not be empty')

/** What the server says itself, so that it knows the keys, and learners come to the exam and out again. */
const ownSettings: ReadonlySet<string> = new Set([
  'examkeysalt',
  'hashedquitpassword',
  'originatorversion',
  'quiturl',
  'sebconfigpurpose',
  'sendbrowserexamkey',
  'starturl',
])

const settings = z.record(settingName, value).superRefine((given, context) => {
  const seen = new Set<string>()
  for (const name of Object.keys(given)) {
    const plain = name.toLowerCase()
    if (ownSettings.has(plain)) context.addIssue({ code: 'custom', path: [name], message: 'is said by the server' })
    if (seen.has(plain)) context.addIssue({ code: 'custom', path: [name], message: 'stands here twice' })
    seen.add(plain)
  }
})

const detailed = z
  .strictObject({
    /** The server makes the `.seb` file, and knows its Config Key. */
    generate: z.boolean().default(false),
    /** Of files of one's own. */
    configKeys: z.array(key).max(50).default([]),
    /** Of versions of the program together with a file. */
    browserExamKeys: z.array(key).max(50).default([]),
    /** Where a file of one's own is opened from. */
    link: z
      .url({ protocol: /^(sebs?|https?)$/ })
      .max(2000)
      .optional(),
    /** For the file that the server makes: ends the program before the exam is over. */
    quitPassword: z.string().min(1).max(200).optional(),
    /** Sites that may be opened besides, as `dictionary.example/*`. */
    allowedSites: z.array(settingText.min(1)).max(200).default([]),
    settings: settings.default({}),
  })
  .refine(({ generate, configKeys, browserExamKeys }) => generate || configKeys.length + browserExamKeys.length > 0, {
    message: 'takes generate, configKeys or browserExamKeys: without a key nobody could open the exam',
  })
  .refine(({ generate, link }) => !(generate && link !== undefined), {
    path: ['link'],
    message: 'the server makes the file: it has its own link',
  })

/** What holds an exam to Safe Exam Browser, with all that it says. */
export type SebRule = z.infer<typeof detailed>

/** `true` is the file that the server makes; `false` on a schedule lets it be sat in any browser, whatever its exam says. */
export const safeExamBrowser = z.union([z.boolean(), detailed])
export type AuthoredSeb = z.infer<typeof safeExamBrowser>

/** All that it says, spelt out; undefined if any browser will do. */
export const sebRule = (authored: AuthoredSeb | undefined): SebRule | undefined => {
  if (authored === undefined || authored === false) return undefined
  return authored === true ? detailed.parse({ generate: true }) : authored
}
