import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { arabic, english, german, languages, welsh } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import { chosenLanguage, rememberLanguage } from './language-memory.ts'

const visitor = { orgId: 1 }
const ann = { orgId: 1, userGuid: 'ann' }

test('each person’s choice is their own, and holds while the organisation offers it', () => {
  const storage = memoryStorage()
  rememberLanguage(storage, visitor, welsh)
  expect([chosenLanguage(storage, visitor, languages), chosenLanguage(storage, ann, languages)]).toEqual([welsh, undefined])
  rememberLanguage(storage, ann, german)
  rememberLanguage(storage, visitor, arabic)
  expect([chosenLanguage(storage, visitor, languages), chosenLanguage(storage, ann, languages)]).toEqual([arabic, german])
  expect(chosenLanguage(storage, ann, [english, welsh])).toBeUndefined()
})

test('an unreadable value is not a choice', () => {
  for (const stored of ['{', '7', '{"version":2,"choices":{"1":"de"}}', '{"version":1,"choices":{"1":"xx"}}']) {
    const storage = memoryStorage()
    storage.setItem('sitwell.languages', stored)
    expect(chosenLanguage(storage, visitor, languages)).toBeUndefined()
  }
})
