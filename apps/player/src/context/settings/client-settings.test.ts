import { acceptedTypes, checkFile, fileErrors } from '@sitwell/exam/answers/file-checks'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientSettings } from './client-settings.ts'

const named = {
  logoUrl: 'l',
  appBarLogoUrl: 'a',
  themes: { Default: { primary: '#111111' } },
  uploadFileTypesAllowed: 'pdf',
  proctoringMode: 1,
  previewMode: true,
  demoMode: true,
  canDownloadResult: true,
  proctoringType: 1,
  proctoringSessionID: 's',
  enableForgottenPassword: true,
  legacySingleSignon: true,
  adminUrl: 'https://admin.example',
  supportedBrowsers: [{ name: 'chrome', include: [], exclude: [] }],
  versionNumber: '1',
  proctoringActive: true,
  clientName: 'c',
  userInfo1: '1',
  userInfo2: '2',
  proctoringDebug: true,
}

/** The file types that are accepted by default, as the specification lists them. */
const types =
  'doc docx rtf odt wps xls xlsx csv xml xlr pptx ppt pps jpeg jpg gif bmp png tiff avi mp4 mp3 wav m4a wmv flv m4v mov mpg mpeg mkv pdf txt dat odp'.split(
    ' ',
  )

// ENT-111
test('client settings keep every field that the specification names, under its name', () => {
  expect(z.parse(clientSettings, named)).toMatchObject(named)
})

// START-126 START-130
test('an organisation that sets nothing gets the default of every setting', () => {
  expect(z.parse(clientSettings, {})).toEqual({
    themes: {},
    enableForgottenPassword: false,
    legacySingleSignon: false,
    loginOrigins: [],
    supportedBrowsers: [],
    proctoringMode: 0,
    proctoringType: 0,
    proctoringActive: false,
    proctoringDebug: false,
    previewMode: false,
    demoMode: false,
    canDownloadResult: true,
    calculatorEvaluationMode: 0,
    notifyImmediatelyOnLostConnection: false,
    confirmDobMode: 0,
    confirmLearnerIdentifierMode: 0,
    hideSectionNamesInPlayer: false,
    rememberScenario: false,
    uploadFileTypesAllowed: types.join(', '),
    uploadLimits: '{}',
    resultFeedbackMask: -1,
    integrityAdvocateAppId: '',
    integrityGuidance: '',
    proctorioLoginlessMode: false,
    fullScreenExam: false,
    calculatorExtraButtonsFlag: 0,
    showQuestionIdInPlayer: false,
    showPauseImage: false,
    mfaProviders: '',
    mfaRememberMeDays: 28,
    adminInFrame: false,
    warnOnBrowserClose: '',
  })
})

// UP-101
test('exactly the 35 types of the specification may be uploaded by default', () => {
  const { uploadFileTypesAllowed } = z.parse(clientSettings, {})
  const accepted = acceptedTypes([], uploadFileTypesAllowed)
  expect(accepted).toEqual(types)
  expect(accepted).toHaveLength(35)
  const rules = { accepted, rejected: [], minSize: 0, maxSize: 0 }
  for (const type of types) expect(checkFile({ name: `evidence.${type}`, type: '', size: 1 }, rules), type).toBeUndefined()
  for (const type of ['exe', 'html', 'js', 'svg', 'zip', 'docm', 'rt', 'xm'])
    expect(checkFile({ name: `evidence.${type}`, type: '', size: 1 }, rules), type).toBe(fileErrors.invalidType)
})
