import { createHash } from 'node:crypto'

export interface PdfPage {
  /** In letters of ASCII; the first is the page's heading. */
  readonly lines: readonly string[]
  /** Each is a line that leads somewhere: to a page, from 1 on, out of the document, or to an action, as a file writes it. */
  readonly links?: readonly { readonly text: string; readonly page?: number; readonly url?: string; readonly action?: string }[]
  /** More annotations, as a file writes them except for their places. */
  readonly annotations?: readonly string[]
  /** More of the page, as a file writes it. */
  readonly more?: string
}

export interface PdfSpec {
  readonly pages: readonly PdfPage[]
  /** Headings of the outline, by page from 1 on. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[]
  /** More of its catalog, as a file writes it, with the numbers of objects that stand in `objects`. */
  readonly catalog?: (objects: readonly number[]) => string
  /** Streams that nothing but the catalog names, each with its dictionary. */
  readonly objects?: readonly { readonly dictionary: string; readonly content: string }[]
  /** How many times its tree of pages names each of them. */
  readonly times?: number
  /** Opens it. */
  readonly password?: string
  /** Bytes of each page that nothing shows. */
  readonly ballast?: number
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const escaped = (text: string) => text.replaceAll(/[\\()]/g, '\\$&')

/** RC4, which PDF's oldest encryption is. */
const rc4 = (key: Buffer, bytes: Buffer): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const [a = 0, b = 0] = [state[one], state[other]]
    state[one] = b
    state[other] = a
  }
  for (let at = 0, with_ = 0; at < 256; at += 1) {
    with_ = (with_ + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255
    swap(at, with_)
  }
  let [one, other] = [0, 0]
  return bytes.map((byte) => {
    one = (one + 1) & 255
    other = (other + (state[one] ?? 0)) & 255
    swap(one, other)
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0)
  }) as Buffer
}

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const md5 = (...parts: readonly Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** The standard security handler with a key of 40 bits, and the one password for its reader. */
const lockOf = (password: string) => {
  const padded = Buffer.concat([latin(password), padding]).subarray(0, 32)
  const id = md5(latin('the file'))
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.from([252, 255, 255, 255])
  const key = md5(padded, owner, permissions, id).subarray(0, 5)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  return {
    trailer: (number: number) => `/Encrypt ${number} 0 R /ID [${hex(id)} ${hex(id)}]`,
    dictionary: `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${hex(owner)} /U ${hex(rc4(key, padding))} >>`,
    close: (number: number, bytes: Buffer) => {
      const ofObject = Buffer.from([number & 255, (number >> 8) & 255, number >> 16, 0, 0])
      return rc4(md5(key, ofObject).subarray(0, 10), bytes)
    },
  }
}

const [width, height] = [595, 842]

/** A small PDF, tagged, of pages of plain text: what no file of anybody else's has to be there for. */
export const pdfFile = ({
  pages,
  outline = [],
  catalog: moreOf,
  objects: streams = [],
  times = 1,
  ...rest
}: PdfSpec): Buffer => {
  const { password, ballast = 0 } = rest
  const lock = password === undefined ? undefined : lockOf(password)
  const objects: (Buffer | undefined)[] = []
  const reserve = () => objects.push(undefined)
  const put = (number: number, content: string | Buffer) => {
    objects[number - 1] = typeof content === 'string' ? latin(content) : content
    return number
  }
  const add = (content: string | Buffer) => put(reserve(), content)
  const addStream = (content: Buffer) => {
    const number = reserve()
    const bytes = lock?.close(number, content) ?? content
    return put(number, Buffer.concat([latin(`<< /Length ${bytes.length} >>\nstream\n`), bytes, latin('\nendstream')]))
  }
  /** A text in an object of this number. */
  const text = (number: number, value: string) => {
    const bytes = lock?.close(number, latin(value)) ?? latin(value)
    return `<${bytes.toString('hex')}>`
  }

  const [catalog, tree, structure, whole] = [reserve(), reserve(), reserve(), reserve()]
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const numbers = pages.map(() => reserve())
  const parents: string[] = []
  const tagged: number[] = []
  for (const [index, { lines, links = [], annotations: others = [], more = '' }] of pages.entries()) {
    const number = numbers[index] ?? 0
    const all = [...lines, ...links.map((link) => link.text)]
    const topOf = (line: number) => height - 80 - line * 28
    const content = all.map((line, at) => {
      const size = at === 0 ? 22 : 13
      return `/${at === 0 ? 'H1' : 'P'} << /MCID ${at} >> BDC BT /F1 ${size} Tf 60 ${topOf(at)} Td (${escaped(line)}) Tj ET EMC`
    })
    const elements = all.map((_, at) =>
      add(`<< /Type /StructElem /S /${at === 0 ? 'H1' : 'P'} /P ${whole} 0 R /Pg ${number} 0 R /K ${at} >>`),
    )
    tagged.push(...elements)
    parents.push(`${index} [${elements.map((each) => `${each} 0 R`).join(' ')}]`)
    const annotations = links.map((link, at) => {
      const annotation = reserve()
      const top = topOf(lines.length + at)
      const action =
        link.page !== undefined
          ? `/Dest [${numbers[link.page - 1]} 0 R /XYZ 0 ${height} 0]`
          : link.url !== undefined
            ? `/A << /S /URI /URI ${text(annotation, link.url)} >>`
            : `/A << ${link.action ?? ''} >>`
      return put(
        annotation,
        `<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [60 ${top - 6} 400 ${top + 16}] ${action} >>`,
      )
    })
    const places = others.map((_, at) => `/Rect [420 ${topOf(at) - 6} 560 ${topOf(at) + 16}]`)
    annotations.push(...others.map((other, at) => add(`<< /Type /Annot ${other} ${places[at]} /P ${number} 0 R >>`)))
    const stream = addStream(latin(content.join('\n')))
    // Bytes that no compression shortens, the same each time.
    const heavy = ballast === 0 ? '' : `/Ballast ${addStream(rc4(latin(`page ${index}`), Buffer.alloc(ballast)))} 0 R`
    put(
      number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /StructParents ${index} /Tabs /S
      /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${stream} 0 R
      /Annots [${annotations.map((each) => `${each} 0 R`).join(' ')}] ${heavy} ${more} >>`,
    )
  }
  put(structure, `<< /Type /StructTreeRoot /K ${whole} 0 R /ParentTree << /Nums [${parents.join(' ')}] >> >>`)
  put(whole, `<< /Type /StructElem /S /Document /P ${structure} 0 R /K [${tagged.map((each) => `${each} 0 R`).join(' ')}] >>`)
  const kids = Array.from({ length: times }, () => numbers.map((each) => `${each} 0 R`)).flat()
  put(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`)

  const headings = outline.map(() => reserve())
  const outlines = headings.length === 0 ? undefined : reserve()
  for (const [index, { title, page }] of outline.entries()) {
    const number = headings[index] ?? 0
    const beside = [
      index > 0 && `/Prev ${headings[index - 1]} 0 R`,
      index < headings.length - 1 && `/Next ${headings[index + 1]} 0 R`,
    ]
    put(
      number,
      `<< /Title ${text(number, title)} /Parent ${outlines} 0 R ${beside.filter(Boolean).join(' ')}
      /Dest [${numbers[page - 1]} 0 R /XYZ 0 ${height} 0] >>`,
    )
  }
  if (outlines)
    put(outlines, `<< /Type /Outlines /First ${headings[0]} 0 R /Last ${headings.at(-1)} 0 R /Count ${headings.length} >>`)
  const numbersOf = streams.map(({ dictionary, content }) =>
    add(`<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`),
  )
  put(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${text(catalog, 'en')} /MarkInfo << /Marked true >>
    /StructTreeRoot ${structure} 0 R ${outlines ? `/Outlines ${outlines} 0 R` : ''} ${moreOf?.(numbersOf) ?? ''} >>`,
  )
  const locked = lock && add(lock.dictionary)

  const parts: Buffer[] = [latin('%PDF-1.7\n')]
  let at = parts[0]?.length ?? 0
  const places: number[] = []
  const write = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, content] of objects.entries()) {
    places.push(at)
    write(Buffer.concat([latin(`${index + 1} 0 obj\n`), content ?? latin('null'), latin('\nendobj\n')]))
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    latin(
      `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} /Root ${catalog} 0 R ${
        lock && locked ? lock.trailer(locked) : ''
      } >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
