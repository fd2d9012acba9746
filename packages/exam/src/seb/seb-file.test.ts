import { describe, expect, test } from 'vitest'
import { sebFile } from './seb-file.ts'
import { sebSettingsOf } from './seb-settings.ts'

const exam = {
  startUrl: 'https://exams.example/login?school',
  quitUrl: 'https://exams.example/seb/quit',
  origins: ['https://exams.example', 'https://exams.example', 'http://127.0.0.1:8080'],
  allowedSites: ['dictionary.example/*'],
  quitPasswordHash: undefined,
  takesFiles: false,
  salt: new Uint8Array([1, 2, 3]),
}

describe('the .seb file', () => {
  test('the file is a property list of the given values, in the same order', () => {
    const file = sebFile({ a: true, b: 3, c: 'x & <y>', d: [{ e: '' }], f: new Uint8Array([1, 2, 3]), g: 1.5 })
    expect(file).toContain(
      '<dict>\n<key>a</key><true/>\n<key>b</key><integer>3</integer>\n<key>c</key><string>x &amp; &lt;y&gt;</string>\n' +
        '<key>d</key><array><dict>\n<key>e</key><string></string>\n</dict></array>\n<key>f</key><data>AQID</data>\n<key>g</key><real>1.5</real>\n</dict>',
    )
    expect(file.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC')).toBe(true)
  })

  test('an exam opens its own sites and those it allows, and no others', () => {
    const { URLFilterRules, URLFilterEnable } = sebSettingsOf(exam)
    const rule = (expression: string) => ({ action: 1, active: true, expression, regex: false })
    expect(URLFilterEnable).toBe(true)
    expect(URLFilterRules).toEqual([rule('exams.example/*'), rule('127.0.0.1:8080/*'), rule('dictionary.example/*')])
  })

  test('an author’s setting replaces the server’s', () => {
    expect(sebSettingsOf(exam, { allowSpellCheck: true, allowDictation: true })).toMatchObject({
      allowSpellCheck: true,
      allowDictation: true,
      startURL: exam.startUrl,
    })
  })
})
