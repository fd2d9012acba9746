import { asFlag, asNumber, asText, loadSettings, type SettingRead, signInSettings } from '@sitwell/app-core/read-settings'
import type { Api } from '@sitwell/client/api'
import type { ClientSettings } from './client-settings.ts'

/** The settings that are read by name, and what each is kept as (spec 1 §3); `product` is the start-up file's. */
export const settingsByName = (product: string): readonly SettingRead<ClientSettings>[] => [
  ['SimpleCalculatorEvaluation', 'calculatorEvaluationMode', asNumber],
  ['NotifyLearnerImmediatelyOnConnectionLoss', 'notifyImmediatelyOnLostConnection', asFlag],
  ['ConfirmLearnerDOB', 'confirmDobMode', asNumber],
  ['ConfirmLearnerIdentifier', 'confirmLearnerIdentifierMode', asNumber],
  ['HideSectionNamesInPlayer', 'hideSectionNamesInPlayer', asFlag],
  [`${product}6_RememberScenario`, 'rememberScenario', asFlag],
  ['AllowedAssignmentUploadFileTypes', 'uploadFileTypesAllowed', asText],
  ['AssignmentUploadLimits', 'uploadLimits', asText],
  ['ResultFeedbackMask', 'resultFeedbackMask', asNumber],
  ['IntegrityAdvocate-AppID', 'integrityAdvocateAppId', asText],
  ['IntegrityAdvocate-Guidance', 'integrityGuidance', asText],
  ['Proctorio-LoginlessMode', 'proctorioLoginlessMode', asFlag],
  ['FullScreenExamUIv6', 'fullScreenExam', asFlag],
  ['CalculatorExtraButtonsFlag', 'calculatorExtraButtonsFlag', asNumber],
  ['ShowQuestionIDInPlayer', 'showQuestionIdInPlayer', asFlag],
  ['ShowPauseImage', 'showPauseImage', asFlag],
  ['WarnOnBrowserClose', 'warnOnBrowserClose', asText],
  ...signInSettings,
]

/** Reads them all at once. One that the organisation lacks, or whose value can't be read, leaves the default. */
export const loadSettingsByName = (api: Api, orgID: number, product: string) =>
  loadSettings(api, orgID, settingsByName(product))
