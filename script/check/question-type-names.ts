import { glob, readFile } from 'node:fs/promises'
import { questionTypes } from '@sitwell/contract'
import { parse, type Tree, walk, wordIn } from './bare-texts/syntax-tree.ts'
import type { Finding } from './run-tool.ts'

const codes: ReadonlySet<string> = new Set(questionTypes)

/** The folder of a type in `packages/question-types/src`, where the type may name itself. */
const ownFolder = /^packages\/question-types\/src\/[\w-]+\/(?:rules|marking|qti|panel)\.tsx?$/

/** The files that list every type, none of which compiles if a type is missing; and those with names of another system. */
const lists: ReadonlySet<string> = new Set([
  'packages/contract/src/entities/exam-content.ts',
  'packages/question-types/src/rules.ts',
  'packages/question-types/src/registry-marking.ts',
  'packages/question-types/src/qti.ts',
  'packages/question-types/src/panels.ts',
  'apps/office/src/library/type-name.ts',
  // Moodle has a MULTICHOICE of its own.
  'apps/server/src/import/formats/moodle/cloze.ts',
])

const isCode = (tree: Tree | undefined): boolean => tree?.type === 'StringLiteral' && codes.has(wordIn(tree, 'value'))

/** Whether a property is the type of a question that is made: `type: 'RADIO'`, or one of two. */
const isMade = (tree: Tree): boolean =>
  tree.type === 'KeyValueProperty' && wordIn(tree.key as Tree | undefined, 'value') === 'type'

/** The node of a name: a text that is one, or the key of a property. */
const nameIn = (tree: Tree): Tree | undefined => {
  if (isCode(tree)) return tree
  const key = tree.type === 'KeyValueProperty' ? (tree.key as Tree | undefined) : undefined
  return key?.type === 'Identifier' && codes.has(wordIn(key, 'value')) ? key : undefined
}

/** Types of TypeScript; an expression with an assertion is none. */
const isOfTypes = ({ type }: Tree): boolean => type.startsWith('Ts') && !type.endsWith('Expression')

/** A choice between types for a question that is made is none by a type. */
const outcomesOf = (tree: unknown): readonly unknown[] => {
  const one = tree as Tree | undefined
  if (one?.type !== 'ConditionalExpression') return isCode(one) ? [] : [tree]
  return [one.test, ...outcomesOf(one.consequent), ...outcomesOf(one.alternate)]
}

/**
 * Where a file depends on the name of a question type, as `file:line` and what to do. It may make a question of a type
 * (`type: 'RADIO'`), and it may name types of TypeScript; it may not compare, switch or look up by a name.
 */
export const typeNamesIn = (source: string, file: string): string[] => {
  if (ownFolder.test(file) || lists.has(file)) return []
  if (!questionTypes.some((code) => source.includes(code))) return []
  const { root, lineOf } = parse(source, file.endsWith('.tsx'))
  const found: string[] = []
  const look = (part: unknown): void =>
    walk(part, (tree) => {
      if (isOfTypes(tree)) return false
      if (isMade(tree)) {
        for (const one of outcomesOf(tree.value)) look(one)
        return false
      }
      const named = nameIn(tree)
      if (named)
        found.push(`${file}:${lineOf(named)} depends on the name of a question type: let the type declare what is needed`)
      return undefined
    })
  look(root)
  return found
}

const sources = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}', 'chaos/**/*.ts', 'demo/**/*.ts']
const isTest = /\.(?:test|spec|chaos)\.tsx?$|\/testing\//

/** No code outside a type's own folder depends on the name of a question type. */
export const checkQuestionTypeNames = async (): Promise<Finding> => {
  const found: string[] = []
  let count = 0
  for await (const file of glob(sources)) {
    if (isTest.test(file)) continue
    count += 1
    found.push(...typeNamesIn(await readFile(file, 'utf8'), file))
  }
  return found.length === 0 ? { ok: true, detail: `${count} files` } : { ok: false, detail: found.sort().join('\n') }
}
