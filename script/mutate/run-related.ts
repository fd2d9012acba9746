import { startVitest } from 'vitest/node'

/** The program of `runRelatedTests`: `node script/mutate/run-related.ts FILE FOLDER` writes one line of JSON, when the tests have run. */
const [file, folder] = process.argv.slice(2)
if (file === undefined || folder === undefined) throw new Error('node script/mutate/run-related.ts FILE FOLDER')

const vitest = await startVitest('test', [folder], { run: true, watch: false, related: [file], bail: 1, reporters: [{}] })
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const failed = tests.find((test) => test.result().state === 'failed')
const errors = [...vitest.state.getUnhandledErrors(), ...modules.flatMap((module) => module.errors())]
const why = failed?.name ?? (errors.length > 0 ? 'an error outside of the tests' : undefined)
console.log(JSON.stringify({ ran: tests.length, ...(why !== undefined && { failed: why }) }))
await vitest.close()
process.exit()
