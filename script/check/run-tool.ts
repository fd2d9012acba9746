import { spawn } from 'node:child_process'

/** What a check found: nothing wrong, or what to mend, in words for a person. */
export interface Finding {
  ok: boolean
  detail: string
}

/** Runs a tool of node_modules/.bin; its words are told only if it fails. */
export function runTool(command: string, args: readonly string[]): Promise<Finding> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ ok: false, detail: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, detail: output.trimEnd() }))
  })
}
