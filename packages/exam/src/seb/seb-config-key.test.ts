import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SebSettings, type SebValue, sebConfigKey, sebJson } from './seb-config-key.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const value = fc.letrec<{ value: SebValue; settings: SebSettings }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('settings'),
  ),
  settings: fc.dictionary(fc.stringMatching(/^[a-z_0-9]{1,6}$/), tie('value'), { maxKeys: 5 }),
})).settings

describe('the Config Key of Safe Exam Browser', () => {
  test('dictionaries in lists are sorted as in the published example', () => {
    const isOn = { strongKill: true, iconInTaskbar: true, autostart: true, active: true }
    const isOff = { runInBackground: false, allowUserToChooseApp: false }
    const program = { ...isOn, ...isOff, windowHandlingProcess: '', description: '', allowedExecutables: '' }
    const named = { title: 'SEB', path: '../xulrunner/', os: 1, identifier: 'XULRunner', executable: 'xulrunner.exe' }
    expect(sebJson({ permittedProcesses: [{ ...named, ...program, arguments: [] }] })).toBe(
      '{"permittedProcesses":[{"active":true,"allowedExecutables":"","allowUserToChooseApp":false,"arguments":[],' +
        '"autostart":true,"description":"","executable":"xulrunner.exe","iconInTaskbar":true,"identifier":"XULRunner",' +
        '"os":1,"path":"../xulrunner/","runInBackground":false,"strongKill":true,"title":"SEB","windowHandlingProcess":""}]}',
    )
  })

  test('the order in which settings are written changes nothing', () => {
    const reversed = (one: SebSettings): SebSettings => Object.fromEntries(Object.entries(one).reverse())
    fc.assert(
      fc.property(value, (settings) => {
        expect(sebJson(reversed(settings))).toBe(sebJson(settings))
      }),
    )
  })

  test('another value of any setting is another key', () => {
    fc.assert(
      fc.property(value, fc.stringMatching(/^[a-z]{7}$/), fc.integer(), (settings, key, number) => {
        const before = sebConfigKey({ ...settings, [key]: number }, sha256)
        expect(sebConfigKey({ ...settings, [key]: number + 1 }, sha256)).not.toBe(before)
      }),
    )
  })

  test('keys are sorted without regard to case, small letters first if nothing else differs', () => {
    const settings = { b: 1, allowWLAN: 1, allowWlan: 1, Ab: 1, a: 1, URLFilter: 1, urlA: 1 }
    expect(sebJson(settings)).toBe('{"a":1,"Ab":1,"allowWlan":1,"allowWLAN":1,"b":1,"urlA":1,"URLFilter":1}')
  })

  test('the author of the file and empty dictionaries are ignored, empty lists and texts are not', () => {
    const settings = { originatorVersion: 'SEB_1', proxies: {}, rules: [], list: [{ inner: {} }], text: '' }
    expect(sebJson(settings)).toBe('{"list":[{}],"rules":[],"text":""}')
  })

  test('characters are not escaped, bytes are base64, dates are ISO 8601', () => {
    const settings = {
      bytes: new Uint8Array([0, 255, 16]),
      date: new Date('1940-10-09T22:13:56Z'),
      pattern: '^https:\\/\\/é.*$',
      share: 1.5,
    }
    expect(sebJson(settings)).toBe('{"bytes":"AP8Q","date":"1940-10-09T22:13:56Z","pattern":"^https:\\/\\/é.*$","share":1.5}')
  })
})
