import '@sitwell/ui/base.css'
import { watchPresses } from '@sitwell/ui/watch-presses.ts'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ComponentPages, ReportedChange } from './props.ts'
import { showQuestions } from './show-questions.tsx'

type Report = (change: ReportedChange) => void

/** What draws each component page. */
const pages: { [Name in keyof ComponentPages]: (props: ComponentPages[Name], report: Report) => Promise<ReactNode> } = {
  questions: showQuestions,
  table: async (props) => (await import('./show-office.tsx')).showTable(props),
  officeControls: async (props) => (await import('./show-office.tsx')).showControls(props),
  officeForms: async (props) => (await import('./show-office.tsx')).showForms(props),
}

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no root')
const failures: unknown[] = []
const root = createRoot(place, { onUncaughtError: (error) => failures.push(error) })
const changes: ReportedChange[] = []
watchPresses()

Object.assign(window, {
  componentChanges: changes,
  openComponent: async <Name extends keyof ComponentPages>(name: Name, props: ComponentPages[Name]) => {
    const shown = await pages[name](props, (change) => changes.push(change))
    // A font that comes while letters of another one are on the page replaces them at a moment of the browser's choice.
    const { fontSize, fontFamily } = getComputedStyle(document.body)
    await document.fonts.load(`${fontSize} ${fontFamily}`)
    flushSync(() => root.render(shown))
    if (failures.length > 0) throw failures[0]
  },
})
