import { expect, test } from 'vitest'
import { passwordPolicy } from '../organisation/organisation-details.ts'
import { contextWords } from './context-words.ts'
import { findingsOfPassword } from './password-policy.ts'

const words = contextWords({ productName: 'Player', organisationName: 'Guild of Clockmakers', urlToken: 'guild' })
const findings = (password: string, policy: object = {}, username = 'learner') =>
  findingsOfPassword(passwordPolicy.parse(policy), password, { username, words })

test('says what exactly a password lacks, all of it at once', async () => {
  const strict = { minCharacters: 12, needsDigit: true, needsBothCases: true, needsSign: true }
  expect(await findings('wool and flax', strict)).toEqual(['no-digit', 'one-case'])
  expect(await findings('weft', strict)).toEqual(['too-short', 'no-digit', 'one-case', 'no-sign'])
  expect(await findings('Wool & flax, 9 ells', strict)).toEqual([])
  expect(await findings('x'.repeat(1001))).toEqual(['too-long'])
})

test('refuses what is tried first, also doubled, in other letters, and with a digit behind it', async () => {
  for (const password of ['trustno1', 'StarWars', 'michael1', 'dragon99', 'Sunshine1!', 'monkeymonkey', '1qaz2wsx'])
    expect([password, await findings(password)]).toEqual([password, ['common']])
  for (const password of ['a long new one', 'Fresh-word-77', 'weaver of tales', 'correct horse battery staple'])
    expect([password, await findings(password)]).toEqual([password, []])
})

test('refuses a row and the user name, unless that is so short that it stands in many a word', async () => {
  expect(await findings('abcdefgh')).toContain('row')
  expect(await findings('the-LEARNER-is-me')).toEqual(['has-username'])
  expect(await findings('a long new one', {}, 'a')).toEqual([])
})

test('refuses what is little more than the name of the product or the organisation, and takes a sentence that has one', async () => {
  for (const password of [
    'Sitwell2026',
    'clockmakers!',
    'GuildGuild',
    'guild-2026',
    '1player1',
    'Guild of Clockmakers',
    'guildofclockmakers1',
  ])
    expect([password, await findings(password)]).toEqual([password, ['common']])
  for (const password of ['our guild has a clock', 'of course we do', 'sitwell in the third row'])
    expect([password, await findings(password)]).toEqual([password, []])
})
