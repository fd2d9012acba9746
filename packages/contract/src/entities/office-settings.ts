import * as z from 'zod/mini'

/** Where a rule stands on the page of settings. */
export const ruleGroups = [
  ...(['answers', 'exam', 'results', 'identity', 'sign-in', 'office', 'uploads', 'proctoring', 'retention', 'site'] as const),
] as const

/** The rules of an organisation that staff read and change, each with a title and an explanation in the texts of the office. */
export const ruleKeys = [
  ...(['offlineAnswers', 'offlineAnswersHours', 'pauseOnLostConnection', 'remotePause'] as const),
  ...(['sealParts', 'releaseAhead', 'printQuestions', 'hideSectionNames', 'questionIds', 'rememberScenario'] as const),
  ...(['fullScreen', 'pauseImage', 'warnOnClose', 'calculatorOrder', 'calculatorKeys'] as const),
  ...([
    'questionFeedback',
    'resultParts',
    'resultsDays',
    'resultsNeedTwoPeople',
    'downloadResults',
    'mailReleasedResults',
  ] as const),
  ...(['confirmBirth', 'confirmIdentifier'] as const),
  ...(['forgottenPassword', 'passwordLength', 'passwordDigit', 'passwordCases', 'passwordSign'] as const),
  ...(['secondStep', 'secondStepWays', 'secondStepReset', 'rememberDays', 'sessionIdle', 'sessionHours'] as const),
  ...(['officeSecondStep', 'officeIdle', 'markOwnGroup', 'decideOwnMark'] as const),
  ...(['uploadTypes', 'uploadSize', 'uploadCount', 'uploadQueue', 'uploadSeveral', 'uploadInstant'] as const),
  ...(['proctoringMode', 'proctoringType', 'proctorioLoginless', 'monitorApp', 'monitorGuidance'] as const),
  ...([
    'keepAnswers',
    'keepFiles',
    'keepActivity',
    'keepSecurityLog',
    'keepSessions',
    'keepErrorReports',
    'keepMails',
    'keepDocuments',
  ] as const),
  ...(['hosts', 'loginOrigins', 'singleSignOn', 'adminUrl', 'adminInFrame', 'previewMode', 'demoMode'] as const),
] as const
export type RuleKey = (typeof ruleKeys)[number]

/**
 * How a value is written, always as a text: `switch` as `on` or `off`; `number` in digits, with a point; `choice` as one of the options; `several`
 * as options with a comma between; `text`; `list` with a line for each.
 */
export const ruleKinds = ['switch', 'number', 'choice', 'several', 'text', 'list'] as const

export const ruleUnits = ['seconds', 'minutes', 'hours', 'days', 'characters', 'megabytes', 'files'] as const

/** Why a value is refused, in `details`. */
export const ruleProblems = [
  ...(['no-switch', 'no-number', 'not-whole', 'too-small', 'too-large', 'no-option', 'too-long', 'no-origin'] as const),
] as const
export type RuleProblem = (typeof ruleProblems)[number]

/** Who changed something last, and when (ISO 8601). */
export const changedBy = z.object({ by: z.string(), at: z.string() })

/** A rule as it is set, with all that a screen needs to change it. */
export const ruleState = z.object({
  key: z.enum(ruleKeys),
  /** As `organisation.json` and the log name it. */
  name: z.string(),
  group: z.enum(ruleGroups),
  kind: z.enum(ruleKinds),
  unit: z.optional(z.enum(ruleUnits)),
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  isWhole: z.optional(z.boolean()),
  options: z.optional(z.array(z.string())),
  /** What holds unless another value is set; missing if that is not a limit, or nothing. */
  usual: z.optional(z.string()),
  /** What is set; missing if nothing is. */
  value: z.optional(z.string()),
  /** What is set and can't be read, so that the usual value holds. */
  unread: z.optional(z.string()),
  /** Of what is set: a change names the version that it is based on. */
  version: z.string(),
  changed: z.optional(changedBy),
  /** Whether the caller may change it. If not: `owner`: only owners may; `operator`: only `sitwell import` does; `reader`: the caller changes nothing. */
  fixed: z.optional(z.enum(['owner', 'operator', 'reader'])),
})
export type RuleState = z.infer<typeof ruleState>

/** A setting of the organisation that this version has no rule for. */
export const otherSetting = z.object({
  name: z.string(),
  /** Missing if the name is that of a secret: then it is only known that it is set. */
  value: z.optional(z.string()),
})
export type OtherSetting = z.infer<typeof otherSetting>

/** Name, logos and colours. Logos are `data:` URLs. */
export const lookState = z.object({
  name: z.string(),
  logo: z.optional(z.string()),
  appBarLogo: z.optional(z.string()),
  primaryColour: z.optional(z.string()),
  secondaryColour: z.optional(z.string()),
  /** The buttons of this organisation take its secondary colour. */
  buttonsInSecondaryColour: z.boolean(),
  version: z.string(),
  changed: z.optional(changedBy),
})
export type LookState = z.infer<typeof lookState>

/** Bytes of a logo at most: every visitor loads it before the sign-in page shows. */
export const largestLogoBytes = 200_000

/** Media types of logos. */
export const logoTypes = ['image/svg+xml', 'image/png', 'image/jpeg'] as const

/** Why a logo is refused, in `details`: `unsafe`: a picture of vectors that holds a script, or loads something from elsewhere. */
export const logoProblems = ['too-large', 'no-picture', 'unsafe'] as const
export type LogoProblem = (typeof logoProblems)[number]

/** What the organisation speaks before a sign-in, and what its people may choose from; by the numbers of `languageId`. */
export const languagesState = z.object({
  languageID: z.optional(z.number()),
  languages: z.array(z.number()),
  version: z.string(),
  changed: z.optional(changedBy),
})
export type LanguagesState = z.infer<typeof languagesState>
