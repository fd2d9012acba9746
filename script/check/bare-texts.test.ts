import { expect, test } from 'vitest'
import { bareTextsIn } from './bare-texts.ts'

/** What is found in a component of this source. */
const foundIn = (shown: string, more = '') =>
  bareTextsIn(
    new Map([['page.tsx', `${more}\nexport const Page = ({ is, name }: { is: boolean; name: string }) => (\n${shown}\n)\n`]]),
  )

test.each([
  ['<p><b/>{is && text("a.b")}</p>', 'comes and goes'],
  ['<p><b/>{is ? text("a.b") : <i/>}</p>', 'comes and goes'],
  ['<p><b/>{name}</p>', 'may change'],
  ['<p><b/>{text("a.b", { name })}</p>', 'may change'],
  ['<p><b/>{name + "!"}</p>', 'may change'],
  ['<p><b/>{text(is ? "a.b" : "a.c")}</p>', 'may change'],
  ['<p>{is && <b/>}{text("a.b")}</p>', 'behind what comes and goes'],
  ['<p>{is && <b/>} : </p>', 'behind what comes and goes'],
  ['<p><Suspense/>{text("a.b")}</p>', 'behind what comes and goes'],
  ['<p><b key={name}/>{text("a.b")}</p>', 'behind what comes and goes'],
  ['<p>{is && <><b/>{text("a.b")}</>}</p>', 'goes with what is around it'],
  ['<p>{["a", "b"].map((one) => one)}</p>', 'list of texts'],
  ['<Suspense>{is && text("a.b")}</Suspense>', 'comes and goes'],
])('a text that a translation would take along is refused: %s', (shown, why) => {
  expect(foundIn(shown)).toEqual([expect.stringMatching(new RegExp(`^page\\.tsx:3 .+ is a .*${why}.*: put it into`))])
})

test.each([
  '<p>{is && text("a.b")}</p>',
  '<p>{is ? text("a.b") : <b/>}</p>',
  '<p><b/>{is && <span>{text("a.b")}</span>}</p>',
  '<p><b/>{text("a.b")}</p>',
  '<p><b/>: <i/></p>',
  '<p>{text("a.b")} {is && <b/>}</p>',
  '<p>{is && <b/>}<i/>{text("a.b")}</p>',
  '<p>{is && <><b/><span>{name}</span></>}</p>',
  '<ul>{[1, 2].map((one) => <li key={one}>{one}</li>)}</ul>',
  '<p>\n  <b/>\n  {/* says nothing */}\n</p>',
])('a text that stays where it is may stand beside others: %s', (shown) => {
  expect(foundIn(shown)).toEqual([])
})

const icon = 'const Icon = () => <svg/>'

test('a component that is always one element moves nothing, and one that may be nothing does', () => {
  expect(foundIn('<p><Icon/>{text("a.b")}</p>', icon)).toEqual([])
  expect(
    foundIn('<p><Icon/>{text("a.b")}</p>', 'const Icon = ({ no }) => { if (no) return null; return <svg/> }'),
  ).toHaveLength(1)
})

test('what a component is given is judged by where it shows it, in another file too', () => {
  const bare = 'export const Chip = ({ children }: { children: ReactNode }) => <span><svg/>{children}</span>'
  const apart = bare.replace('{children}</span>', '<i>{children}</i></span>')
  const through = 'const Outer = ({ note }: { note: ReactNode }) => <Chip>{note}</Chip>'
  const page = (chip: string, shown: string) =>
    bareTextsIn(
      new Map([
        ['chip.tsx', chip],
        ['page.tsx', `${through}\nconst Page = () => ${shown}`],
      ]),
    )
  expect(page(bare, '<Chip>{text("a.b")}</Chip>')).toHaveLength(1)
  expect(page(apart, '<Chip>{text("a.b")}</Chip>')).toEqual([])
  expect(page(bare, '<Outer note={text("a.b")}/>')).toHaveLength(1)
  expect(page(apart, '<Outer note={text("a.b")}/>')).toEqual([])
  expect(page(bare, '<Outer note={<b>{text("a.b")}</b>}/>')).toEqual([])
})

test('a name is looked up in its file: a function that makes elements is one, and a property that is declared as text is text', () => {
  expect(foundIn('<p><b/>{item()}</p>', 'const item = () => <i/>')).toEqual([])
  expect(foundIn('<p><b/>{item()}</p>', 'const item = () => name')).toHaveLength(1)
  expect(foundIn('<p><b/>{note}</p>', 'interface Props { note: ReactElement | undefined }')).toEqual([])
  expect(foundIn('<p><b/>{note}</p>', 'interface Props { note: string | undefined }')).toHaveLength(1)
})

test('a component in `memo` is one as well', () => {
  expect(foundIn('<p><Icon/>{text("a.b")}</p>', 'const Icon = memo(() => <svg/>)')).toEqual([])
  expect(foundIn('<p><Icon/>{text("a.b")}</p>', 'const Icon = memo(({ no }) => (no ? null : <svg/>))')).toHaveLength(1)
})

test('a component returns no bare text', () => {
  expect(bareTextsIn(new Map([['page.tsx', 'const Page = () => text("a.b")']]))).toHaveLength(1)
})
