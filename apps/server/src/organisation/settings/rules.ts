import type { RuleKey } from '@sitwell/contract'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import { typesOfServer } from '../../security/organisation/file-settings.ts'
import type { Rule } from './rule.ts'

/** What rules depend on besides the organisation's own file. */
export interface RulesOf {
  readonly orgId: number
  /** `{product}` in the names of settings. */
  readonly product: string
}

const flag = (is: boolean) => (is ? 'on' : 'off')

const onOff = { kind: 'switch', usual: 'off' } as const
const whole = { kind: 'number', isWhole: true } as const
const days = { ...whole, unit: 'days' } as const
/** Whether, and how, a learner confirms something: not, by a box, or by giving it. */
const confirmation = { kind: 'choice', options: ['0', '1', '2'], usual: '0' } as const

const ofAnswers = ({ orgId }: RulesOf) =>
  ({
    offlineAnswers: {
      ...{ group: 'answers', place: { setting: 'OfflineAnswers' }, only: 'owner' },
      ...{ kind: 'choice', options: ['count', 'review', 'refuse'], usual: 'count' },
    },
    offlineAnswersHours: {
      ...{ group: 'answers', place: { setting: 'OfflineAnswersHours' }, only: 'owner' },
      ...{ kind: 'number', isWhole: false, unit: 'hours', least: 0, most: 999_999_999, usual: '24' },
    },
    pauseOnLostConnection: {
      ...{ group: 'answers', place: { setting: 'NotifyLearnerImmediatelyOnConnectionLoss' }, only: 'owner' },
      ...onOff,
    },
    remotePause: {
      ...{ group: 'answers', place: { setting: 'AllowRemotePause' }, only: 'owner' },
      ...{ kind: 'switch', usual: flag(policiesOf(orgId).allowsRemotePause) },
    },
  }) as const satisfies Partial<Record<RuleKey, Rule>>

const ofExam = ({ orgId, product }: RulesOf) =>
  ({
    sealParts: { group: 'exam', place: { setting: 'SealParts' }, only: 'owner', ...onOff },
    releaseAhead: {
      ...{ group: 'exam', place: { setting: 'ReleaseAhead' }, only: 'owner' },
      ...{ ...whole, unit: 'seconds', least: 0, most: 31_536_000, usual: '0' },
    },
    printQuestions: { group: 'exam', place: { setting: 'PrintQuestions' }, only: 'owner', ...onOff },
    hideSectionNames: { group: 'exam', place: { setting: 'HideSectionNamesInPlayer' }, ...onOff },
    questionIds: { group: 'exam', place: { setting: 'ShowQuestionIDInPlayer' }, ...onOff },
    rememberScenario: { group: 'exam', place: { setting: `${product}6_RememberScenario` }, ...onOff },
    fullScreen: { group: 'exam', place: { setting: 'FullScreenExamUIv6' }, ...onOff },
    pauseImage: { group: 'exam', place: { setting: 'ShowPauseImage' }, ...onOff },
    warnOnClose: {
      ...{ group: 'exam', place: { setting: 'WarnOnBrowserClose' } },
      ...{ kind: 'switch', usual: flag(policiesOf(orgId).warnsOnBrowserClose) },
    },
    calculatorOrder: {
      ...{ group: 'exam', place: { setting: 'SimpleCalculatorEvaluation' } },
      ...{ kind: 'choice', options: ['0', '1'], usual: '0' },
    },
    calculatorKeys: {
      ...{ group: 'exam', place: { setting: 'CalculatorExtraButtonsFlag' } },
      ...{ kind: 'choice', options: ['0', '1', '2', '3'], usual: '0' },
    },
  }) as const satisfies Partial<Record<RuleKey, Rule>>

const ofResults = {
  questionFeedback: { group: 'results', place: { setting: 'QuestionFeedback' }, only: 'owner', ...onOff },
  resultParts: {
    ...{ group: 'results', place: { setting: 'ResultFeedbackMask' }, only: 'owner' },
    // -1 is what 5 is: marks and percentage.
    ...{ kind: 'choice', options: ['-1', '0', '1', '2', '3', '4', '5', '6', '7'], usual: '-1' },
  },
  resultsDays: {
    ...{ group: 'results', place: { setting: 'ResultsDays' }, only: 'owner' },
    ...{ kind: 'number', isWhole: false, unit: 'days', least: 0, most: 999_999_999, usual: undefined },
  },
  resultsNeedTwoPeople: {
    ...{ group: 'results', place: { setting: 'ResultsNeedTwoPeople' }, only: 'owner' },
    ...{ kind: 'switch', usual: 'on' },
  },
  downloadResults: {
    ...{ group: 'results', place: { detail: ['canDownloadResult'] }, only: 'owner' },
    ...{ kind: 'switch', usual: 'on' },
  },
  mailReleasedResults: {
    ...{ group: 'results', place: { setting: 'MailReleasedResults' }, only: 'owner' },
    // As `isReleaseMailed` reads it: `auto` is on if the server has a mail server.
    ...{ kind: 'choice', options: ['auto', 'on', 'off'], usual: 'auto' },
  },
} as const satisfies Partial<Record<RuleKey, Rule>>

const ofSignIn = {
  confirmBirth: { group: 'identity', place: { setting: 'ConfirmLearnerDOB' }, ...confirmation },
  confirmIdentifier: { group: 'identity', place: { setting: 'ConfirmLearnerIdentifier' }, ...confirmation },
  forgottenPassword: { group: 'sign-in', place: { detail: ['enableForgottenPassword'] }, ...onOff },
  passwordLength: {
    ...{ group: 'sign-in', place: { detail: ['passwordPolicy', 'minCharacters'] } },
    ...{ ...whole, unit: 'characters', least: 6, most: 64, usual: '8' },
  },
  passwordDigit: { group: 'sign-in', place: { detail: ['passwordPolicy', 'needsDigit'] }, ...onOff },
  passwordCases: { group: 'sign-in', place: { detail: ['passwordPolicy', 'needsBothCases'] }, ...onOff },
  passwordSign: { group: 'sign-in', place: { detail: ['passwordPolicy', 'needsSign'] }, ...onOff },
  secondStep: { group: 'sign-in', place: { setting: 'MfaRequired' }, only: 'owner', ...onOff },
  secondStepWays: {
    ...{ group: 'sign-in', place: { setting: 'MFA Providers' } },
    ...{ kind: 'several', options: ['app', 'email', 'textmessage'], usual: '' },
  },
  secondStepReset: {
    ...{ group: 'sign-in', place: { setting: 'MfaReset' } },
    ...{ kind: 'choice', options: ['mail', 'administrator'], usual: 'mail' },
  },
  rememberDays: {
    ...{ group: 'sign-in', place: { setting: 'MfaRememberMeDays' } },
    ...{ ...days, least: 0, most: 99_999, usual: '28' },
  },
  sessionIdle: {
    ...{ group: 'sign-in', place: { setting: 'SessionIdleMinutes' } },
    ...{ ...whole, unit: 'minutes', least: 20, most: 10_080, usual: '720' },
  },
  sessionHours: {
    ...{ group: 'sign-in', place: { setting: 'SessionHours' } },
    ...{ ...whole, unit: 'hours', least: 1, most: 168, usual: '24' },
  },
  officeSecondStep: {
    ...{ group: 'office', place: { setting: 'OfficeSecondStep' }, only: 'owner' },
    ...{ kind: 'switch', usual: 'on' },
  },
  officeIdle: {
    ...{ group: 'office', place: { setting: 'OfficeIdleMinutes' }, only: 'owner' },
    ...{ ...whole, unit: 'minutes', least: 5, most: 720, usual: '60' },
  },
  markOwnGroup: { group: 'office', place: { setting: 'MarkOwnGroup' }, only: 'owner', ...onOff },
  decideOwnMark: { group: 'office', place: { setting: 'DecideOwnMark' }, only: 'owner', ...onOff },
} as const satisfies Partial<Record<RuleKey, Rule>>

const limits = 'AssignmentUploadLimits'
const count = { ...whole, unit: 'files', least: 0, most: 10_000, usual: '0' } as const

const ofUploads = {
  uploadTypes: {
    ...{ group: 'uploads', place: { setting: 'AllowedAssignmentUploadFileTypes' } },
    ...{ kind: 'list', mostCharacters: 4000, usual: typesOfServer.replaceAll(', ', '\n') },
  },
  uploadSize: {
    ...{ group: 'uploads', place: { setting: limits, field: 'maxSize' } },
    ...{ kind: 'number', isWhole: false, unit: 'megabytes', least: 0, most: 10_000, factor: 1_000_000, usual: '0' },
  },
  uploadCount: { group: 'uploads', place: { setting: limits, field: 'maxUploaded' }, ...count },
  uploadQueue: { group: 'uploads', place: { setting: limits, field: 'maxQueued' }, ...count },
  uploadSeveral: { group: 'uploads', place: { setting: limits, field: 'multiple' }, kind: 'switch', usual: 'on' },
  uploadInstant: { group: 'uploads', place: { setting: limits, field: 'instant' }, kind: 'switch', usual: 'on' },
} as const satisfies Partial<Record<RuleKey, Rule>>

const ofProctoring = {
  proctoringMode: {
    ...{ group: 'proctoring', place: { detail: ['proctoringMode'] }, only: 'owner' },
    ...{ kind: 'choice', options: ['0', '1', '2'], usual: '0' },
  },
  proctoringType: {
    ...{ group: 'proctoring', place: { detail: ['proctoringType'] }, only: 'owner' },
    ...{ kind: 'choice', options: ['0', '1'], usual: '0' },
  },
  proctorioLoginless: { group: 'proctoring', place: { setting: 'Proctorio-LoginlessMode' }, only: 'owner', ...onOff },
  monitorApp: {
    ...{ group: 'proctoring', place: { setting: 'IntegrityAdvocate-AppID' }, only: 'owner' },
    ...{ kind: 'text', mostCharacters: 200, usual: '' },
  },
  monitorGuidance: {
    ...{ group: 'proctoring', place: { setting: 'IntegrityAdvocate-Guidance' } },
    ...{ kind: 'text', mostCharacters: 4000, usual: '' },
  },
} as const satisfies Partial<Record<RuleKey, Rule>>

/** Whole days above 0, as `retention.ts` reads them. */
const kept = { ...days, least: 1, most: 99_999 } as const

const ofRetention = {
  keepAnswers: { group: 'retention', place: { setting: 'KeepAnswersDays' }, only: 'owner', ...kept, usual: undefined },
  keepFiles: { group: 'retention', place: { setting: 'KeepFilesDays' }, only: 'owner', ...kept, usual: undefined },
  keepActivity: { group: 'retention', place: { setting: 'KeepActivityDays' }, only: 'owner', ...kept, usual: undefined },
  keepSecurityLog: { group: 'retention', place: { setting: 'KeepSecurityLogDays' }, only: 'owner', ...kept, usual: '365' },
  keepSessions: { group: 'retention', place: { setting: 'KeepSessionsDays' }, only: 'owner', ...kept, usual: '90' },
  keepErrorReports: { group: 'retention', place: { setting: 'KeepErrorReportsDays' }, only: 'owner', ...kept, usual: '90' },
  keepDocuments: { group: 'retention', place: { setting: 'KeepDocumentsDays' }, only: 'owner', ...kept, usual: undefined },
  keepMails: { group: 'retention', place: { setting: 'KeepMailsDays' }, only: 'owner', ...kept, usual: '365' },
} as const satisfies Partial<Record<RuleKey, Rule>>

const ofSite = {
  hosts: {
    ...{ group: 'site', place: { detail: ['hosts'] }, only: 'operator' },
    ...{ kind: 'list', mostCharacters: 4000, usual: '' },
  },
  loginOrigins: {
    // Where sign-ins and administrators are sent: whoever names the address could take an owner's sign-in there.
    ...{ group: 'site', place: { detail: ['loginOrigins'] }, only: 'owner' },
    ...{ kind: 'list', mostCharacters: 4000, isOrigins: true, usual: '' },
  },
  singleSignOn: { group: 'site', place: { detail: ['legacySingleSignon'] }, only: 'owner', ...onOff },
  adminUrl: {
    ...{ group: 'site', place: { detail: ['adminUrl'] }, only: 'owner' },
    ...{ kind: 'text', mostCharacters: 500, isOrigin: true, usual: '' },
  },
  adminInFrame: { group: 'site', place: { setting: 'AdminInFrame' }, ...onOff },
  previewMode: { group: 'site', place: { detail: ['previewMode'] }, only: 'owner', ...onOff },
  demoMode: { group: 'site', place: { detail: ['demoMode'] }, only: 'owner', ...onOff },
} as const satisfies Partial<Record<RuleKey, Rule>>

/** Every rule of an organisation, in the order of the screen. */
export const rulesOf = (of: RulesOf): Readonly<Record<RuleKey, Rule>> => ({
  ...ofAnswers(of),
  ...ofExam(of),
  ...ofResults,
  ...ofSignIn,
  ...ofUploads,
  ...ofProctoring,
  ...ofRetention,
  ...ofSite,
})

/** How `organisation.json` and the log name a rule. */
export const nameOfRule = ({ place }: Rule): string => {
  if ('detail' in place) return place.detail.join('.')
  return place.field === undefined ? place.setting : `${place.setting}.${place.field}`
}
