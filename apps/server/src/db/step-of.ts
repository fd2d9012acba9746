import { selects } from './selects.js'
import type { Step } from './sqlite-messages.ts'

const returns = (sql: string) => /\sreturning\s/i.test(sql)

/**
 * A statement in which parameters stand as `$name`, as SQLite takes it fastest: by their places, for to look up eighteen names took as
 * long as the statement itself. Throws an error if it names a parameter that isn't one of `names`.
 */
export const stepOf = (sql: string, names: readonly string[]): Step => {
  const takes: number[] = []
  const numbered = sql.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const index = names.indexOf(name)
    if (index < 0) throw new Error(`There is no parameter ${name}.`)
    if (!takes.includes(index)) takes.push(index)
    return `?${takes.indexOf(index) + 1}`
  })
  return { sql: numbered, takes, isSelect: selects(sql) || returns(sql) }
}
