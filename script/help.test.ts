import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const programs = readdirSync(folder).filter(
  (name) => statSync(`${folder}${name}`).isFile() && readFileSync(`${folder}${name}`, 'utf8').startsWith('#!/usr/bin/env bash'),
)

test.each(programs)('script/%s says what it does where it is asked to, and does nothing else', async (name) => {
  const { stdout, stderr } = await promisify(execFile)(`${folder}${name}`, ['--help'], { timeout: 20_000 })
  expect(stdout).toMatch(/^\w[^#]*\.\n$/)
  expect(stderr).toBe('')
})
