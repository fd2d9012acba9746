import type { Api, Failure } from '@sitwell/client/api'
import { setting } from '@sitwell/contract'
import type { ClientSettings } from './client-settings.ts'

type Read<K extends keyof ClientSettings> = readonly [
  name: string,
  key: K,
  from: (value: string) => ClientSettings[K] | undefined,
]

const asText = (value: string) => value
const asFlag = (value: string) => /^(1|true|yes|on)$/i.test(value.trim())
/** Whole days, as the server counts them: half a one is none. */
const asDays = (value: string) =>
  /^-?\d+([.,]\d+)?$/.test(value.trim()) ? Math.floor(Number(value.trim().replace(',', '.'))) : undefined
const asNumber = (value: string) => (/^-?\d+$/.test(value.trim()) ? Number(value) : undefined)

const read = <K extends keyof ClientSettings>(
  name: string,
  key: K,
  from: (value: string) => ClientSettings[K] | undefined,
): Read<K> => [name, key, from]

/** The settings that are read by name, and what each is kept as (spec 1 §3); `product` is the start-up file's. */
export const settingsByName = (product: string) => [
  read('SimpleCalculatorEvaluation', 'calculatorEvaluationMode', asNumber),
  read('NotifyLearnerImmediatelyOnConnectionLoss', 'notifyImmediatelyOnLostConnection', asFlag),
  read('ConfirmLearnerDOB', 'confirmDobMode', asNumber),
  read('ConfirmLearnerIdentifier', 'confirmLearnerIdentifierMode', asNumber),
  read('HideSectionNamesInPlayer', 'hideSectionNamesInPlayer', asFlag),
  read(`${product}6_RememberScenario`, 'rememberScenario', asFlag),
  read('AllowedAssignmentUploadFileTypes', 'uploadFileTypesAllowed', asText),
  read('AssignmentUploadLimits', 'uploadLimits', asText),
  read('ResultFeedbackMask', 'resultFeedbackMask', asNumber),
  read('IntegrityAdvocate-AppID', 'integrityAdvocateAppId', asText),
  read('IntegrityAdvocate-Guidance', 'integrityGuidance', asText),
  read('Proctorio-LoginlessMode', 'proctorioLoginlessMode', asFlag),
  read('FullScreenExamUIv6', 'fullScreenExam', asFlag),
  read('CalculatorExtraButtonsFlag', 'calculatorExtraButtonsFlag', asNumber),
  read('ShowQuestionIDInPlayer', 'showQuestionIdInPlayer', asFlag),
  read('ShowPauseImage', 'showPauseImage', asFlag),
  read('MFA Providers', 'mfaProviders', asText),
  read('MfaRememberMeDays', 'mfaRememberMeDays', asDays),
  read('AdminInFrame', 'adminInFrame', asFlag),
  read('WarnOnBrowserClose', 'warnOnBrowserClose', asText),
]

/** Reads them all at once. One that the organisation lacks, or whose value can't be read, leaves the default. */
export const loadSettingsByName = async (
  api: Api,
  orgID: number,
  product: string,
): Promise<{ ok: true; settings: Partial<ClientSettings> } | Failure> => {
  const outcomes = await Promise.all(
    settingsByName(product).map(async ([settingName, key, from]) => {
      const outcome = await api.call(setting, { query: { orgID, settingName } })
      if (!outcome.ok) return outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' ? undefined : outcome
      const value = outcome.value.value === null ? undefined : from(outcome.value.value)
      return value === undefined ? undefined : { ok: true as const, key, value }
    }),
  )
  const settings: Record<string, unknown> = {}
  for (const outcome of outcomes) {
    if (outcome === undefined) continue
    if (!outcome.ok) return outcome
    settings[outcome.key] = outcome.value
  }
  return { ok: true, settings }
}
