import type { AuthoredExam } from '../../authored-exam.ts'
import { titleOf } from '../../bank/bank-files.ts'
import { BankHtml } from '../../bank/bank-html.ts'
import { examOfBank } from '../../bank/read-bank.ts'
import { withHtml } from '../../bank/with-html.ts'
import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, type Element, insideOf, xmlAt } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'
import type { LeftOut, PackageReading } from '../../imported-package.ts'
import type { ExamSource } from '../format.ts'
import { canvasMeta } from './canvas-meta.ts'
import { manifestOf, questionFiles } from './detect.ts'
import { type Bank, banksIn, type FoundItem, labelledIn } from './find-items.ts'
import { readItem } from './read-item.ts'

/** The files that a resource names; addresses elsewhere are none. */
const hrefsOf = (resource: Element): Set<string> => {
  const main = [attributeOf(resource, 'href'), attributeOf(resource, 'file')]
  const all = [...main, ...insideOf(resource, 'file').map((one) => attributeOf(one, 'href'))]
  return new Set(all.flatMap((href) => (!href || /^[a-z][a-z\d+.-]*:/i.test(href) ? [] : [href])))
}

/** Files that the manifest names and that are not there; one that leads out of the package refuses it. */
const missingFiles = (files: PackageFiles): LeftOut[] => {
  const root = manifestOf(files)
  const lost: LeftOut[] = []
  for (const resource of root ? insideOf(root, 'resource') : []) {
    const place = `imsmanifest.xml resource ${attributeOf(resource, 'identifier') ?? ''}`.trim()
    const isOurs = /^imsqti_xmlv1|^assessment\/x-bb-qti/i.test(attributeOf(resource, 'type') ?? '')
    for (const href of hrefsOf(resource)) {
      const target = resolvePath('', href)
      if (target === undefined) throw new PackageRefused(place, `"${href}" leads out of the package.`)
      if (isOurs && !files.has(target))
        lost.push({ place, what: 'file', why: `The file "${href}" is missing.`, loss: 'structure' })
    }
  }
  return lost
}

/** The banks of all files; one that is in two files, as in the two forms that Canvas writes, is read where it has more questions. */
const allBanks = (files: PackageFiles, lost: LeftOut[]): Bank[] => {
  const banks: Bank[] = []
  for (const path of questionFiles(files)) {
    try {
      banks.push(...banksIn(xmlAt(files, path), path))
    } catch (error) {
      if (!(error instanceof PackageRefused)) throw error
      lost.push({ place: error.place, what: 'file', why: error.message, loss: 'structure' })
    }
  }
  return banks.filter((bank, at) => {
    const better = banks.find(
      (other, index) =>
        other !== bank &&
        other.ident !== '' &&
        other.ident === bank.ident &&
        (other.items.length > bank.items.length || (other.items.length === bank.items.length && index < at)),
    )
    if (better)
      lost.push({
        place: bank.path,
        what: 'second form',
        why: `The same questions are read from ${better.path}.`,
        loss: 'nothing',
      })
    return !better
  })
}

/** Sections by names that none has twice. */
const sectionNames = (banks: readonly Bank[], titles: ReadonlyMap<Bank, string>) => {
  const taken = new Map<string, string>()
  return (bank: Bank, { section }: FoundItem): string => {
    const title = titles.get(bank) ?? bank.title
    const whole =
      banks.length === 1
        ? section || title
        : [title, section].filter((one, at) => one !== '' && (at === 0 || one !== title)).join(' / ')
    const key = `${banks.indexOf(bank)} ${section}`
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? whole : `${whole} (${count})`
      const owner = taken.get(name) ?? key
      if (owner !== key) continue
      taken.set(name, key)
      return name
    }
  }
}

/** An item as it is asked here, or why it isn't: what a test only names is asked where it stands, and once. */
const askedHere = (item: FoundItem, banks: readonly Bank[], byIdent: ReadonlyMap<string, FoundItem>): FoundItem | LeftOut => {
  const { place } = item
  const whole = item.element ? item : byIdent.get(item.ident)
  if (!whole?.element) return { place, what: `item ${item.ident}`, why: 'The package doesn’t hold it.', loss: 'structure' }
  const isElsewhere = item.element === undefined && banks.some((one) => one.items.includes(whole))
  if (!isElsewhere) return { ...whole, section: item.section }
  return { place, what: 'item by name', why: `It is asked where it stands, at ${whole.place}.`, loss: 'nothing' }
}

/** What Canvas says of the tests beside them, and their time limits. */
const canvasOf = (files: PackageFiles, banks: readonly Bank[], lost: LeftOut[]) => {
  const titles = new Map<Bank, string>()
  const settings: AuthoredExam['settings'][] = []
  const shuffling = new Set<Bank>()
  const introShown = new Set<string>()
  for (const bank of banks) {
    const html = new BankHtml(files, folderOf(bank.path))
    const meta = canvasMeta(files, bank.path, html)
    for (const path of html.search.used) introShown.add(path)
    lost.push(...(meta?.lost ?? []))
    const own = { ...(bank.seconds !== undefined && { examTime: bank.seconds }), ...meta?.settings }
    if (meta?.title) titles.set(bank, meta.title)
    if (meta?.shuffles) shuffling.add(bank)
    if (Object.keys(own).length > 0) settings.push(own)
    const isOne = banks.length === 1
    if (own.examTime !== undefined && !isOne)
      lost.push({
        place: bank.path,
        what: 'time limit',
        why: 'Several tests of a package are one exam, which has none of them.',
        loss: 'structure',
      })
  }
  return { titles, settings, shuffling, introShown }
}

/** Reads QTI 1.2 (1EdTech, “Question & Test Interoperability: ASI XML Binding”, version 1.2.1): tests and banks of one package are one exam. */
export const readQti1 = (files: PackageFiles, { onItem }: Pick<ExamSource, 'onItem'>): PackageReading => {
  const lost = missingFiles(files)
  const banks = allBanks(files, lost)
  if (banks.length === 0) throw new PackageRefused(lost[0]?.place ?? 'package', lost[0]?.why ?? 'It holds no questions.')
  const byIdent = new Map(banks.flatMap(({ items }) => items.map((one) => [one.ident, one] as const)))
  for (const bank of banks) lost.push(...bank.lost)
  const { titles, settings, shuffling, introShown } = canvasOf(files, banks, lost)
  const nameFor = sectionNames(banks, titles)
  const found = banks.flatMap((bank) =>
    bank.items.flatMap((item): { bank: Bank; item: FoundItem; section: string }[] => {
      const asked = askedHere(item, banks, byIdent)
      if (!('what' in asked)) return [{ bank, item: asked, section: nameFor(bank, item) }]
      lost.push(asked)
      return []
    }),
  )
  const labelled = new Map(banks.map((bank) => [bank, labelledIn(bank.root)]))
  const { entries, used } = withHtml(
    found,
    ({ bank }) => new BankHtml(files, folderOf(bank.path)),
    ({ bank, item, section }, html) => {
      if (!item.element) return { name: item.ident, place: item.place, why: 'The package doesn’t hold it.' }
      return readItem(item.element, {
        files,
        path: bank.path,
        labelled: labelled.get(bank) ?? new Map(),
        html,
        place: item.place,
        section,
        points: item.points,
        shuffles: shuffling.has(bank),
      })
    },
    ({ item }) => item.element?.toString() ?? '',
  )
  const shown = new Map([...files].filter(([path]) => used.has(path) || introShown.has(path)))
  const [first] = banks
  const title = (first && (titles.get(first) || first.title)) || titleOf(first?.path ?? '')
  const [only, ...more] = settings
  return examOfBank(
    files,
    { format: 'qti1', title, entries, shown, lost, ...(only && more.length === 0 && banks.length === 1 && { settings: only }) },
    onItem,
  )
}
