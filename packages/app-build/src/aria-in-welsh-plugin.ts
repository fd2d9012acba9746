import type { Plugin } from 'vite'

/**
 * What React Aria's parts say by themselves, of those that apps use, in Welsh: it ships 34 languages, and that isn't one. Code,
 * because some are functions of what they are filled in with; the names are those of its own files (`intl/…/en-US`).
 */
const welsh: Readonly<Record<string, string>> = {
  overlays: "{ dismiss: 'Cau' }",
  menu: "{ longPressMessage: 'Pwyswch yn hir neu pwyswch Alt + saeth i lawr i agor y ddewislen' }",
  calendar: `{
    previous: 'Blaenorol',
    next: 'Nesaf',
    selectedDateDescription: (args) => \`Dyddiad a ddewiswyd: \${args.date}\`,
    selectedRangeDescription: (args) => \`Ystod a ddewiswyd: \${args.dateRange}\`,
    todayDate: (args) => \`Heddiw, \${args.date}\`,
    todayDateSelected: (args) => \`Heddiw, \${args.date} wedi’i ddewis\`,
    dateSelected: (args) => \`\${args.date} wedi’i ddewis\`,
    startRangeSelectionPrompt: 'Cliciwch i ddechrau dewis ystod o ddyddiadau',
    finishRangeSelectionPrompt: 'Cliciwch i orffen dewis ystod o ddyddiadau',
    minimumDate: 'Y dyddiad cyntaf sydd ar gael',
    maximumDate: 'Y dyddiad olaf sydd ar gael',
    dateRange: (args) => \`\${args.startDate} i \${args.endDate}\`,
  }`,
  datepicker: `{
    era: 'cyfnod',
    year: 'blwyddyn',
    month: 'mis',
    day: 'diwrnod',
    hour: 'awr',
    minute: 'munud',
    second: 'eiliad',
    dayPeriod: 'AM/PM',
    calendar: 'Calendr',
    startDate: 'Dyddiad dechrau',
    endDate: 'Dyddiad gorffen',
    weekday: 'diwrnod yr wythnos',
    timeZoneName: 'cylchfa amser',
    selectedDateDescription: (args) => \`Dyddiad a ddewiswyd: \${args.date}\`,
    selectedRangeDescription: (args) => \`Ystod a ddewiswyd: \${args.startDate} i \${args.endDate}\`,
    selectedTimeDescription: (args) => \`Amser a ddewiswyd: \${args.time}\`,
  }`,
  'react-aria-components': `{
    selectPlaceholder: 'Dewiswch eitem',
    tableResizer: 'Newid maint',
    dropzoneLabel: 'Man gollwng',
    colorSwatchPicker: 'Samplau lliw',
  }`,
}

/** Parts that the player doesn't have. */
const officeOnly = new Set(['datepicker'])

const strings = /\/(react-aria-components|react-aria)\/dist\/private\/(?:(\w+)\/)?intlStrings\.m?js$/

/** Adds Welsh to the languages of React Aria's strings. With `findsAll` it fails a build in which some of those strings aren't where they were; `hasOffice`: those of the office's parts too. */
export const ariaInWelsh = ({ findsAll, hasOffice }: { readonly findsAll: boolean; readonly hasOffice: boolean }): Plugin => {
  const added = new Set<string>()
  return {
    name: 'sitwell-aria-in-welsh',
    transform(code, id) {
      const [, library, part] = strings.exec(id.replaceAll('\\', '/')) ?? []
      const name = part ?? library ?? ''
      const texts = welsh[name]
      if (texts === undefined) return null
      added.add(name)
      return { code: code.replace(/"en-US":/, `"cy": ${texts},\n    "en-US":`), map: null }
    },
    buildEnd(error) {
      const lost = Object.keys(welsh).filter((name) => !added.has(name) && (hasOffice || !officeOnly.has(name)))
      if (findsAll && error === undefined && this.meta.watchMode === false && lost.length > 0)
        this.error(`React Aria keeps its texts elsewhere now: ${lost.join(', ')}`)
    },
  }
}
