import type { ExamContent } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { type FileLoading, filesOf, loadImages, loadPdfs } from './exam-files.ts'

const content = {
  questions: [{ text: '<p><img alt="" src="figures/a.png"></p>', options: [{ text: "<img src='b.jpg'>" }], type: 'RADIO' }],
  sections: [{ scenarioText: '<img src="https://elsewhere/c.png"><img src="d.gif">' }],
  settings: {},
  resources: [
    { url: 'notes.pdf', mediaType: 'application/pdf', name: 'Notes' },
    { url: 'tables.pdf', mediaType: 'application/pdf', name: 'Tables' },
    { url: 'speech.mp3', mediaType: 'audio/mpeg', name: 'Speech' },
    { url: 'figures/a.png', mediaType: 'image/png', name: 'A' },
  ],
} as unknown as ExamContent
const resolve = (address: string) => (address.startsWith('https://elsewhere') ? undefined : `http://host/${address}`)

const createLoading = (fails: readonly string[] = []) => {
  const events: string[] = []
  const loading: FileLoading = {
    api: {
      fetchBlob: async (address) => {
        events.push(`blob ${address}`)
        return fails.includes(address)
          ? { ok: false, kind: 'unreachable', message: 'gone' }
          : { ok: true, value: new Blob(['x']) }
      },
    },
    loadPdf: async (address, onLoaded) => {
      onLoaded({ loaded: 1, size: 2 })
      return loading.api.fetchBlob(address)
    },
    loadImageElement: async (address) => void events.push(`element ${address}`),
    wait: async (ms) => void events.push(`wait ${ms}`),
    keep: async (address) => void events.push(`keep ${address}`),
    onFailure: (address) => void events.push(`failed ${address}`),
  }
  return { loading, events }
}

describe('the files of an exam', () => {
  // INIT-247
  test('are the images of its texts and its listed files, each once, none from elsewhere', () => {
    expect(filesOf(content, resolve)).toEqual({
      images: ['http://host/figures/a.png', 'http://host/b.jpg'],
      pdfs: [
        { address: 'http://host/notes.pdf', name: 'Notes' },
        { address: 'http://host/tables.pdf', name: 'Tables' },
      ],
      others: ['http://host/speech.mp3'],
    })
  })

  // INIT-250 INIT-251
  test('images come as a blob over https, and through an image element over http', async () => {
    const { loading, events } = createLoading()
    await loadImages(['https://host/a.png', 'http://host/b.png'], loading)
    expect(events.sort()).toEqual(['blob https://host/a.png', 'element http://host/b.png', 'keep https://host/a.png'])
  })

  // INIT-237 CONST-202
  test('PDFs come one after the other as blobs, with a second between two', async () => {
    const { loading, events } = createLoading()
    const addresses: string[] = []
    await loadPdfs(filesOf(content, resolve).pdfs, loading, ({ done, total, bytes }) => {
      addresses.push(`${done}/${total}${bytes ? ` ${bytes.loaded} of ${bytes.size}` : ''}`)
    })
    expect(events).toEqual([
      'blob http://host/notes.pdf',
      'keep http://host/notes.pdf',
      'wait 1000',
      'blob http://host/tables.pdf',
      'keep http://host/tables.pdf',
    ])
    expect(addresses).toEqual(['0/2', '0/2 1 of 2', '1/2', '1/2 1 of 2'])
  })

  test('a PDF that fails is named, and the others are loaded', async () => {
    const { loading, events } = createLoading(['http://host/notes.pdf'])
    expect(await loadPdfs(filesOf(content, resolve).pdfs, loading, () => {})).toEqual(['Notes'])
    expect(events).toContain('keep http://host/tables.pdf')
  })
})
