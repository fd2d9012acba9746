import { expect, test } from 'vitest'
import { recordMails } from './mail-record.ts'

const letter = { to: 'a@example.org', subject: 'S', text: 'T' }

test('when a letter was last sent, and when one last failed, is noted; whoever sends it is told all the same', async () => {
  let nowMs = 1
  let fails = false
  const sent: unknown[] = []
  let closed = 0
  const send = async (one: unknown) => {
    if (fails) throw new Error('refused')
    sent.push(one)
  }
  const { mailer, standing } = recordMails({ send, close: () => void closed++ }, { nowMs: () => nowMs })
  expect(standing()).toEqual({ sentMs: undefined, failedMs: undefined })
  await mailer.send(letter)
  fails = true
  nowMs = 2
  await expect(mailer.send(letter)).rejects.toThrow('refused')
  expect([standing(), sent]).toEqual([{ sentMs: 1, failedMs: 2 }, [letter]])
  mailer.close()
  expect(closed).toBe(1)
})
