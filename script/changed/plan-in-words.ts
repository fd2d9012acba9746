import { mostSteps, type Plan } from './plan.ts'
import { isTestInBrowser } from './what-tests-are-about.ts'

const shown = 8

const some = (paths: readonly string[]) => [
  ...paths.slice(0, shown).map((path) => `    ${path}`),
  ...(paths.length > shown ? [`    and ${paths.length - shown} more`] : []),
]

const files = (count: number) => `${count} test file${count === 1 ? '' : 's'}`

/** Describes what will run and why, and what is left out. */
export function planInWords(plan: Plan, changed: readonly string[], base: string): readonly string[] {
  const { chosen, forWantOfTime, tooFar, throughAll } = plan
  const inBrowser = chosen.filter(({ path }) => isTestInBrowser(path)).length
  const farthest = chosen.at(-1)
  const left = forWantOfTime.length + tooFar.length + throughAll.length
  return [
    `${changed.length} file${changed.length === 1 ? '' : 's'} changed since ${base.slice(0, 12)}:`,
    ...some(changed),
    chosen.length === 0
      ? 'No test depends on them: the checks alone run.'
      : `Running the checks, ${files(chosen.length - inBrowser)} without a browser and ${inBrowser} in one, about ${Math.ceil(plan.seconds)} s. The nearest first:`,
    ...some(chosen.map(({ path, steps }) => `${path} (${steps === 0 ? 'changed' : `${steps} step${steps === 1 ? '' : 's'}`})`)),
    ...(farthest && farthest.steps > 0 ? [`The farthest: ${farthest.way.join(' → ')}`] : []),
    ...(left === 0 ? [] : [`Not run, though they depend on the change: ${files(left)}. script/test runs them all.`]),
    ...(forWantOfTime.length === 0
      ? []
      : [`  ${forWantOfTime.length} near it, for want of time:`, ...some(forWantOfTime.map(({ path }) => path))]),
    ...(tooFar.length === 0 ? [] : [`  ${tooFar.length} more than ${mostSteps} steps away`]),
    ...(throughAll.length === 0 ? [] : [`  ${throughAll.length} only through composition roots, such as the server's routes`]),
    'The fault harness is left to script/test.',
  ]
}
