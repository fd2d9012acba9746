import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { classNameIn } from './class-names-plugin.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sheets = globSync('{apps,packages}/*/{src,preview}/**/*.module.css', { cwd: root })

test('no two style sheets give a class the same name', () => {
  expect(sheets.length).toBeGreaterThan(100)
  expect(new Set(sheets.map((sheet) => classNameIn('text', `${root}${sheet}`))).size).toBe(sheets.length)
})

test('a class is found by its own name, and has one name wherever the project is', () => {
  expect(classNameIn('banner', `${root}apps/player/src/pause.module.css`)).toMatch(/^_banner_[\w-]{4}$/)
  expect(classNameIn('banner', `${root}a.module.css`)).toBe('_banner_AVN0')
})
