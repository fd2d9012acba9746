import { sebPageHeaders } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { type SebSurroundings, sebHeadersOf } from './seb-headers.ts'

const page = (script: SebSurroundings['script'], more: Partial<SebSurroundings> = {}) =>
  sebHeadersOf({
    script,
    loadedAt: () => 'https://exams.example/login?school',
    href: () => 'https://exams.example/schedules#main',
    name: () => {},
    wait: () => new Promise(() => {}),
    ...more,
  })
const pages = 'https://exams.example/login?school https://exams.example/schedules'

describe('what the script of Safe Exam Browser tells a page', () => {
  test('goes on with the addresses that it may stand for: where the page was loaded, and where it is', async () => {
    const updateKeys = (callback: () => void) => callback()
    expect(await page({ security: { configKey: 'c', browserExamKey: 'b', updateKeys } })).toEqual({
      [sebPageHeaders.pages]: pages,
      [sebPageHeaders.configKey]: 'c',
      [sebPageHeaders.browserExamKey]: 'b',
    })
    expect(await page({ security: { configKey: 'c' } })).toEqual({
      [sebPageHeaders.pages]: pages,
      [sebPageHeaders.configKey]: 'c',
    })
  })

  test('is waited for where the program calls a function back by its name', async () => {
    const named = new Map<string, () => void>()
    const security = {
      configKey: '',
      updateKeys: (callback: () => void) => {
        setTimeout(() => {
          security.configKey = 'late'
          named.get(callback.name)?.()
        })
      },
    }
    const callback = await page({ security }, { name: (name, callback) => void named.set(name, callback) })
    expect(callback?.[sebPageHeaders.configKey]).toBe('late')
  })

  test('is nothing where no key is told: by another program, a version that sends headers, or one that never calls back', async () => {
    expect(await page(undefined)).toEqual({})
    expect(await page({})).toEqual({})
    expect(await page({ security: { configKey: '', browserExamKey: '', updateKeys: (callback) => callback() } })).toEqual({})
    expect(await page({ security: { updateKeys: () => {} } }, { wait: async () => {} })).toEqual({})
  })

  test('names no address that would fill a request’s head', async () => {
    const loadedAt = () => `https://exams.example/schedules?x=${'a'.repeat(2000)}`
    const callback = await page({ security: { configKey: 'c' } }, { loadedAt })
    expect(callback?.[sebPageHeaders.pages]).toBe('https://exams.example/schedules')
    // As at a launch address, which the page leaves once it is entered: the program is asked again there.
    expect(await page({ security: { configKey: 'c' } }, { loadedAt, href: loadedAt })).toBeUndefined()
  })
})
