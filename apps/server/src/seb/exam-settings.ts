import { createHash } from 'node:crypto'
import { type SebSettings, sebConfigKey } from '@sitwell/exam/seb/seb-config-key'
import type { SebKeys } from '@sitwell/exam/seb/seb-hashes'
import { sebSettingsOf } from '@sitwell/exam/seb/seb-settings'
import { asksForFiles } from '@sitwell/question-types/rules'
import { layOutExam } from '../assessment/form-run/index.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import type { SebRule } from '../import/authored-seb.ts'
import type { Keys } from '../keys.ts'
import type { Site } from '../security/organisation/site-addresses.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What the settings of an exam are made from. */
export interface SettingsContext {
  readonly keys: Keys
  readonly orgId: number
  readonly exam: AuthoredExam
  readonly rule: SebRule
  readonly site: Site
}

const secretOf = ({ keys, orgId, exam }: SettingsContext, purpose: string) =>
  keys.secretFor(`${purpose} ${JSON.stringify([orgId, exam.examGuid])}`)

/**
 * The address that closes the program: the list of the exams, with a word that stands nowhere else. Who opens it in another browser
 * comes to that list.
 */
export const quitUrlOf = (context: SettingsContext): string =>
  `${context.site.origin}/schedules?quit-${secretOf(context, 'seb quit').toString('hex').slice(0, 24)}`

/**
 * The settings that the server makes for an exam: the same for all of its learners, so that a school can read the browser exam key of
 * them. Its salt comes from the server's secret: who has never seen the file can't reckon the Config Key.
 */
export const examSettingsOf = (context: SettingsContext): SebSettings => {
  const { exam, rule, site } = context
  return sebSettingsOf(
    {
      startUrl: site.loginUrl,
      quitUrl: quitUrlOf(context),
      origins: site.origins,
      allowedSites: rule.allowedSites,
      quitPasswordHash: rule.quitPassword === undefined ? undefined : sha256(rule.quitPassword),
      takesFiles: layOutExam(exam).questions.some(asksForFiles),
      salt: secretOf(context, 'seb salt'),
    },
    rule.settings,
  )
}

/** The Config Key of the settings that the server makes. */
export const ownConfigKey = (context: SettingsContext): string => sebConfigKey(examSettingsOf(context), sha256)

/** The keys that an exam takes: those that it names, and that of the settings which the server makes, or made with its other secret. */
export const sebKeysOf = (context: SettingsContext): SebKeys => {
  const { generate, configKeys, browserExamKeys } = context.rule
  const own = generate ? context.keys.accepted.map((keys) => ownConfigKey({ ...context, keys })) : []
  return { configKey: [...configKeys, ...own], browserExamKey: browserExamKeys }
}
