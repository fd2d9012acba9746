import type { Api } from '@sitwell/client/api'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientSettings } from './client-settings.ts'
import { loadSettingsByName, settingsByName } from './settings-by-name.ts'

interface Input {
  readonly query?: { readonly settingName: string }
  readonly body?: { readonly settingNames: readonly string[] }
}

const unknown = { ok: false, kind: 'refused', code: 'NOT_FOUND' }

/** An API that knows the settings given and no other. `isOld`: of a server that gives one setting at a time. */
const apiWith = (
  values: Record<string, string>,
  { isOld = false } = {},
): { api: Api; asked: string[]; calls: () => number } => {
  const asked: string[] = []
  let calls = 0
  const answer = async (_call: unknown, { query, body }: Input) => {
    calls += 1
    if (isOld && body) return unknown
    const value = (name: string) => values[name] ?? null
    asked.push(...(body?.settingNames ?? [query?.settingName ?? '']))
    if (query) return isOld ? { ok: true, value: { value: value(query.settingName) } } : unknown
    return { ok: true, value: body?.settingNames.map((name) => ({ name, value: value(name) })) }
  }
  // A double of one call; the rest of the interface isn't used here.
  return { api: { call: answer } as unknown as Api, asked, calls: () => calls }
}

// ENT-312 ENT-315 ENT-316 START-119 START-120 START-121 START-122 START-123 START-124 START-125 START-126 START-127 START-128 START-129 START-130 START-131 START-132 START-133
test('every setting of the specification is asked for by its name and kept under its own', async () => {
  const { api, asked, calls } = apiWith({
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
  expect(calls()).toBe(1)
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

test('a server of the previous version is asked for one setting after the other', async () => {
  const { api, asked } = apiWith({ ConfirmLearnerDOB: '2' }, { isOld: true })
  expect(await loadSettingsByName(api, 1, 'Player')).toEqual({ ok: true, settings: { confirmDobMode: 2 } })
  expect(asked).toHaveLength(settingsByName('Player').length)
})

test('settings that do not come are a failure, and no defaults', async () => {
  const failure = { ok: false, kind: 'unreachable', message: 'Failed to fetch' }
  const api = { call: async () => failure } as unknown as Api
  expect(await loadSettingsByName(api, 1, 'Player')).toBe(failure)
})
