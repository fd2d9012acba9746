import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../organisation/schedule-wishes.ts'
import { safeExamBrowser, sebRule } from './authored-seb.ts'

const key = 'AB'.repeat(32)
const problemsOf = (authored: unknown) => {
  const read = safeExamBrowser.safeParse(authored)
  return read.success ? [] : [JSON.stringify(read.error.issues)]
}

describe('what an author says of Safe Exam Browser', () => {
  test('is short for the file that the server makes, or for any browser', () => {
    expect(sebRule(safeExamBrowser.parse(true))).toMatchObject({ generate: true, configKeys: [], browserExamKeys: [] })
    expect(sebRule(safeExamBrowser.parse(false))).toBeUndefined()
    expect(sebRule(undefined)).toBeUndefined()
  })

  test('names keys in hexadecimal digits of either kind, and no others', () => {
    expect(safeExamBrowser.parse({ configKeys: [key] })).toMatchObject({ generate: false, configKeys: [key.toLowerCase()] })
    for (const wrong of ['', 'ab', `${key}0`, 'x'.repeat(64)]) expect(problemsOf({ configKeys: [wrong] })).not.toEqual([])
  })

  test('has a key, so that somebody can open the exam', () => {
    for (const wrong of [{}, { link: 'sebs://school.example/exam.seb' }, { generate: false }])
      expect(problemsOf(wrong)[0]).toContain('without a key nobody could open the exam')
  })

  test('has a link of its own only where the file is its own', () => {
    expect(problemsOf({ configKeys: [key], link: 'sebs://school.example/exam.seb' })).toEqual([])
    expect(problemsOf({ generate: true, link: 'sebs://school.example/exam.seb' })[0]).toContain('has its own link')
    expect(problemsOf({ configKeys: [key], link: 'javascript:alert(1)' })).not.toEqual([])
  })

  test('sets nothing that the server says itself, nothing twice, and nothing that versions reckon in different ways', () => {
    const settings = { allowSpellCheck: true, audioVolumeLevel: 25, additionalResources: [{ active: true, title: 'Map' }] }
    expect(problemsOf({ generate: true, settings })).toEqual([])
    for (const wrong of [
      { startURL: 'https://elsewhere.example' },
      { QuitURL: 'https://elsewhere.example' },
      { examKeySalt: 'AAAA' },
      { allowWlan: true, allowWLAN: true },
      { userAgent: 'with "quotes"' },
      { share: 1.5 },
      { proxies: {} },
      { 'no name': true },
    ])
      expect(problemsOf({ generate: true, settings: wrong }), JSON.stringify(wrong)).not.toEqual([])
  })

  test('is said on the command line in a word, in keys, or in both', async () => {
    const fields = async (options: Parameters<typeof fieldsOf>[0]) =>
      (await fieldsOf(options, async (text) => text)).safe_exam_browser
    const stored = async (options: Parameters<typeof fieldsOf>[0]) => JSON.parse((await fields(options)) ?? 'null') as unknown
    expect(await fields({})).toBeUndefined()
    expect(await fields({ safeExamBrowser: 'exam' })).toBeNull()
    expect(await stored({ safeExamBrowser: 'no' })).toBe(false)
    expect(await stored({ safeExamBrowser: 'generate' })).toMatchObject({ generate: true, configKeys: [] })
    expect(await stored({ configKeys: [key], browserExamKeys: [key] })).toMatchObject({
      generate: false,
      configKeys: [key.toLowerCase()],
      browserExamKeys: [key.toLowerCase()],
    })
    await expect(fields({ safeExamBrowser: 'yes' })).rejects.toThrow('generate, no or exam')
    await expect(fields({ safeExamBrowser: 'no', configKeys: [key] })).rejects.toThrow('takes no keys')
    await expect(fields({ configKeys: ['abc'] })).rejects.toThrow('64 hexadecimal digits')
  })
})
