import type { Api } from '@sitwell/client/api'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientSettings } from './client-settings.ts'
import { loadSettingsByName, settingsByName } from './settings-by-name.ts'

/** An API that knows the settings given and no other. */
const apiWith = (values: Record<string, string>): { api: Api; asked: string[] } => {
  const asked: string[] = []
  const answer = async (_call: unknown, input: { query?: { settingName?: string } }) => {
    const name = input.query?.settingName ?? ''
    asked.push(name)
    return { ok: true, value: { value: values[name] ?? null } }
  }
  // A double of one call; the rest of the interface isn't used here.
  return { api: { call: answer } as unknown as Api, asked }
}

// ENT-312 ENT-315 ENT-316 START-119 START-120 START-121 START-122 START-123 START-124 START-125 START-126 START-127 START-128 START-129 START-130 START-131 START-132 START-133
test('every setting of the specification is asked for by its name and kept under its own', async () => {
  const { api, asked } = apiWith({
    SimpleCalculatorEvaluation: '1',
    NotifyLearnerImmediatelyOnConnectionLoss: 'true',
    ConfirmLearnerDOB: '2',
    ConfirmLearnerIdentifier: '1',
    HideSectionNamesInPlayer: '1',
    Player6_RememberScenario: 'True',
    AllowedAssignmentUploadFileTypes: 'pdf, zip',
    AssignmentUploadLimits: '{"maxSize":7}',
    ResultFeedbackMask: '3',
    'IntegrityAdvocate-AppID': 'app',
    'Proctorio-LoginlessMode': '1',
    FullScreenExamUIv6: '1',
    CalculatorExtraButtonsFlag: '3',
    ShowQuestionIDInPlayer: '1',
    'MFA Providers': 'email,app',
    MfaRememberMeDays: '7',
  })
  expect(await loadSettingsByName(api, 1, 'Player')).toEqual({
    ok: true,
    settings: {
      calculatorEvaluationMode: 1,
      notifyImmediatelyOnLostConnection: true,
      confirmDobMode: 2,
      confirmLearnerIdentifierMode: 1,
      hideSectionNamesInPlayer: true,
      rememberScenario: true,
      uploadFileTypesAllowed: 'pdf, zip',
      uploadLimits: '{"maxSize":7}',
      resultFeedbackMask: 3,
      integrityAdvocateAppId: 'app',
      proctorioLoginlessMode: true,
      fullScreenExam: true,
      calculatorExtraButtonsFlag: 3,
      showQuestionIdInPlayer: true,
      mfaProviders: 'email,app',
      mfaRememberMeDays: 7,
    },
  })
  expect(asked).toEqual(settingsByName('Player').map(([name]) => name))
})

// START-126 START-130
test('a setting that is missing or no number leaves the default', async () => {
  const { api } = apiWith({ ConfirmLearnerDOB: 'often' })
  const outcome = await loadSettingsByName(api, 1, 'Player')
  expect(outcome).toEqual({ ok: true, settings: {} })
  const defaults = z.parse(clientSettings, {})
  expect({ ...defaults, ...(outcome.ok && outcome.settings) }).toMatchObject({
    confirmDobMode: 0,
    resultFeedbackMask: -1,
    calculatorExtraButtonsFlag: 0,
  })
})

// START-124
test('the name of the product stands in the name of its setting', async () => {
  const { api, asked } = apiWith({ Sit6_RememberScenario: '1' })
  expect(await loadSettingsByName(api, 1, 'Sit')).toEqual({ ok: true, settings: { rememberScenario: true } })
  expect(asked).toContain('Sit6_RememberScenario')
})
