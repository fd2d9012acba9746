import fc from 'fast-check'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { faultIn } from './look-into-file.ts'

const text = (words: string) => new TextEncoder().encode(words)
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
const jpg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])
const word = zipSync({
  '[Content_Types].xml': text(
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ),
  'word/document.xml': text('<w:document/>'),
})
const elf = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const windows = text(`MZ${'\0'.repeat(60)}PE`)

test('a program is none of an answer, whatever it is called', async () => {
  for (const [program, name] of [
    [windows, 'essay.pdf'],
    [windows, 'essay.dat'],
    [elf, 'essay.docx'],
    [text('#!/bin/sh\nrm -rf /'), 'notes.txt'],
  ] as const)
    expect([name, await faultIn(name, program)]).toEqual([name, 'program'])
})

test('an empty file is told as such', async () => {
  for (const name of ['a.pdf', 'a.txt', 'a']) expect(await faultIn(name, new Uint8Array())).toBe('empty')
})

test('what a file is has to be what its name says, where that can be told', async () => {
  for (const [bytes, name] of [
    [text('%PDF-1.7\n'), 'a.pdf'],
    [text('\n\nfrom a scanner %PDF-1.4'), 'A.PDF'],
    [word, 'a.docx'],
    [word.subarray(0, 40), 'a.docx'],
    [zipSync({ 'x.txt': text('x') }), 'a.zip'],
    [png, 'a.png'],
    [jpg, 'a.png'],
    [text('name;mark\n'), 'a.csv'],
    [text('anything'), 'a.dat'],
    [text('as Word once saved it'), 'a.doc'],
  ] as const)
    expect([name, await faultIn(name, bytes)]).toEqual([name, undefined])
  for (const [bytes, name] of [
    [text('<script>alert(1)</script>'), 'a.pdf'],
    [png, 'a.pdf'],
    [png, 'a.docx'],
    [text('plain'), 'a.docx'],
    [text('%PDF-1.7'), 'a.jpg'],
  ] as const)
    expect([name, await faultIn(name, bytes)]).toEqual([name, 'other'])
})

test('what only looks like a program, or is of a rarer form of its kind, is taken', async () => {
  const crc = [0, 0, 0, 0]
  const moving = new Uint8Array([...png, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, ...crc, 0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4c])
  const locked = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(504)])
  for (const [bytes, name] of [
    [text('MZ, 14 May\nThe experiment began at nine o’clock, and the water was at 20 degrees by then.'), 'notes.txt'],
    [text('MZ;KA\n1;2\n'), 'values.csv'],
    [text('#!/usr/bin/env python3\nprint(1)\n'), 'main.py'],
    [moving, 'a.png'],
    [moving, 'a.jpg'],
    [locked, 'a.docx'],
    [zipSync({ mimetype: text('application/epub+zip') }), 'book.zip'],
    [zipSync({ mimetype: text('application/vnd.oasis.opendocument.graphics') }), 'drawing.zip'],
    [zipSync({ 'META-INF/MANIFEST.MF': text('Manifest-Version: 1.0'), 'src/Main.java': text('class Main {}') }), 'project.zip'],
    [zipSync({ 'Index/Document.iwa': text('x'), 'Index/Tables/DataList.iwa': text('x') }), 'a.zip'],
    [zipSync({ 'Index/Document.iwa': text('x') }), 'a.pages'],
    [text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg'],
    [new Uint8Array([0, 0, 0, 24, ...text('ftypM4A '), 0, 0, 0, 0, ...text('isomM4A ')]), 'a.m4a'],
  ] as const)
    expect([name, await faultIn(name, bytes)]).toEqual([name, undefined])
  expect(await faultIn('a.docx', zipSync({ 'META-INF/MANIFEST.MF': text('Main-Class: X') }))).toBe('program')
})

test('whatever bytes come, it answers', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 3000 }),
      fc.constantFrom('a.pdf', 'a.docx', 'a.png', 'a.mp4', 'a'),
      async (bytes, name) => {
        expect([undefined, 'empty', 'program', 'other']).toContain(await faultIn(name, bytes))
      },
    ),
  ))
