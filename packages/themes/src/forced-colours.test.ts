import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sheets = globSync('{apps,packages}/*/src/**/*.css', { cwd: root }).map((name) => ({
  name,
  source: readFileSync(root + name, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))

const forced = '@media (forced-colors: active) {'
/** What says that something is chosen, open, or where the learner is. */
const state = /\[(?:data-selected|data-focused|aria-current|aria-pressed="true"|aria-selected="true")\]$/

/** The selectors that end in a state, of rules by which it has a ground. An outline beside it stays, and tells it. */
const grounds = (source: string) =>
  [...source.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', rules = '']) =>
    /background|border-color|box-shadow/.test(rules) && !/outline: \d/.test(rules)
      ? selectors
          .split(',')
          .map((selector) => selector.trim())
          .filter((selector) => state.test(selector))
      : [],
  )

// Forced colours take grounds and shadows away and paint every line in one colour, also one that was transparent.
test('each state that is shown by a ground, a line’s colour or a shadow is also shown in forced colours', () => {
  const untold = sheets.flatMap(({ name, source }) => {
    const [everywhere = '', ...inForced] = source.split(forced)
    const told = new Set(
      inForced
        .flatMap((block) => [...block.matchAll(/([^{};]+)\{/g)].flatMap(([, all = '']) => all.split(',')))
        .map((one) => one.trim()),
    )
    return grounds(everywhere)
      .filter((selector) => !told.has(selector))
      .map((selector) => `${name}: ${selector}`)
  })
  expect(untold).toEqual([])
})

test('an area with a ground and round corners has an edge in forced colours', () => {
  const bare = sheets.flatMap(({ name, source }) =>
    [...source.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, , rules = '']) => /background: var\(--colour-(?:sunken|selected|warning-surface)\)/.test(rules))
      .filter(([, , rules = '']) => /padding|inline-size/.test(rules) && /border-radius/.test(rules))
      .filter(([, , rules = '']) => !/border(?:-inline-start)?: \d|border-style/.test(rules))
      .map(([, selectors = '']) => `${name}: ${selectors.trim()}`),
  )
  expect(bare).toEqual([])
})
