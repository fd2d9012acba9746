import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCode, groupedSecret, maskedEmail } from './code.ts'

// MFA-115
test('a pasted code loses its spaces and hyphens; digits of another script are the same code', () => {
  expect(['123 456', ' 123-456\n', '١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３４５６'].map(cleanCode)).toEqual(Array(5).fill('123456'))
  expect(cleanCode('   ')).toBe('')
  fc.assert(fc.property(fc.stringMatching(/^\d{6}$/), (code) => void expect(cleanCode(code)).toBe(code)))
})

test('a secret is shown in groups of four, and loses nothing', () => {
  expect(groupedSecret('JBSWY3DPEH')).toBe('JBSW Y3DP EH')
  fc.assert(fc.property(fc.stringMatching(/^[A-Z2-7]*$/), (it) => void expect(groupedSecret(it).replaceAll(' ', '')).toBe(it)))
})

test('an e-mail address is shown so that only its owner knows it, and stays whole in a text from right to left', () => {
  expect(['', '@x'].map(maskedEmail)).toEqual(['•••', '•••'])
  expect(['mina@example.org', '😀b@x.org'].map(maskedEmail)).toEqual([
    '\u2068m•••@example.org\u2069',
    '\u2068😀•••@x.org\u2069',
  ])
})
