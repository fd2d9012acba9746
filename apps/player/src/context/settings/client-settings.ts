import { organisationSettings } from '@sitwell/app-core/organisation-settings'
import * as z from 'zod/mini'

/** The learner gets these unless the organisation says otherwise (spec 1 §5). */
const defaultUploadFileTypes =
  'doc, docx, rtf, odt, wps, xls, xlsx, csv, xml, xlr, pptx, ppt, pps, jpeg, jpg, gif, bmp, png, tiff, avi, mp4, mp3, wav, m4a, wmv, flv, m4v, mov, mpg, mpeg, mkv, pdf, txt, dat, odp'

/** Settings of an organisation: those of the init reply and those read by name (spec 1 §3). */
export const clientSettings = z.object({
  ...organisationSettings,
  /** 1 single session, 2 multi session; 0 is none. */
  proctoringMode: z._default(z.number(), 0),
  proctoringType: z._default(z.number(), 0),
  proctoringSessionID: z.optional(z.string()),
  proctoringActive: z._default(z.boolean(), false),
  proctoringDebug: z._default(z.boolean(), false),
  /** Of the provider's page, whose messages alone count. */
  proctoringOrigin: z.optional(z.string()),
  previewMode: z._default(z.boolean(), false),
  demoMode: z._default(z.boolean(), false),
  canDownloadResult: z._default(z.boolean(), true),
  versionNumber: z.optional(z.string()),
  clientName: z.optional(z.string()),
  userInfo1: z.optional(z.string()),
  userInfo2: z.optional(z.string()),

  // Read by name once somebody is signed in; `settings-by-name.ts` says which name each has.
  calculatorEvaluationMode: z._default(z.number(), 0),
  notifyImmediatelyOnLostConnection: z._default(z.boolean(), false),
  confirmDobMode: z._default(z.number(), 0),
  confirmLearnerIdentifierMode: z._default(z.number(), 0),
  hideSectionNamesInPlayer: z._default(z.boolean(), false),
  rememberScenario: z._default(z.boolean(), false),
  uploadFileTypesAllowed: z._default(z.string(), defaultUploadFileTypes),
  /** JSON: how large files of evidence may be, and how many. */
  uploadLimits: z._default(z.string(), '{}'),
  /** Bit 1 marks, 2 grade, 4 percentage; -1 is marks and percentage. */
  resultFeedbackMask: z._default(z.number(), -1),
  integrityAdvocateAppId: z._default(z.string(), ''),
  /** What an organisation says of its integrity monitor before that starts; nothing if it is empty. */
  integrityGuidance: z._default(z.string(), ''),
  proctorioLoginlessMode: z._default(z.boolean(), false),
  fullScreenExam: z._default(z.boolean(), false),
  calculatorExtraButtonsFlag: z._default(z.number(), 0),
  showQuestionIdInPlayer: z._default(z.boolean(), false),
  /** The page of a paused exam has an image. */
  showPauseImage: z._default(z.boolean(), false),
  /** '1' on, '0' off, '' the organisation's policy. */
  warnOnBrowserClose: z._default(z.string(), ''),
})
export type ClientSettings = z.infer<typeof clientSettings>
