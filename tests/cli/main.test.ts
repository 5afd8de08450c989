import { describe, expect, test } from 'vitest'
import { run } from './run.ts'

test.each([['--help'], ['-h'], ['help']])('%s lists the commands', async (flag) => {
  const { code, stdout, stderr } = await run([flag])
  expect([code, stderr]).toEqual([0, ''])
  for (const name of ['deal', 'replay', 'solve', 'pool', 'rebuild']) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
})

test.each(['deal', 'replay', 'solve', 'pool', 'rebuild'])('%s --help says what it does', async (name) => {
  const { code, stdout, stderr } = await run([name, '--help'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(`Usage: speedcell ${name} `)
})

describe('bad input is exit code 2, a sentence on standard error, and nothing on standard output', () => {
  test.each([
    ['no command', [], 'give a command'],
    ['an unknown command', ['shuffle'], 'no command "shuffle"'],
    ['a command that every object has', ['constructor'], 'no command "constructor"'],
    ['an unknown option', ['deal', '1', '--fast'], '--fast'],
    ['no deal', ['deal'], 'exactly one deal number'],
    ['two deals', ['deal', '1', '2'], 'exactly one deal number'],
    ['deal 0', ['deal', '0'], '1 to 1000000'],
    ['one deal too many', ['deal', '1000001'], '1 to 1000000'],
    ['half a deal', ['deal', '1.5'], '1 to 1000000'],
    ['a deal in words', ['deal', 'one'], '1 to 1000000'],
    ['a deal in another notation', ['deal', '0x10'], '1 to 1000000'],
    ['an empty deal', ['deal', ''], '1 to 1000000'],
    ['a deal of many digits', ['deal', '9'.repeat(400)], '1 to 1000000'],
    ['a deal below zero', ['deal', '--', '-5'], '1 to 1000000'],
    ['two files', ['replay', 'a', 'b'], 'one file'],
    ['an undo limit in words', ['replay', '--undo-limit', 'three'], '--undo-limit'],
    ['an undo limit below zero', ['replay', '--undo-limit=-1'], '--undo-limit'],
    ['an undo limit left out', ['replay', '--undo-limit'], '--undo-limit'],
    ['an unknown variant', ['solve', '1', '--variant', 'freecell-5'], 'freecell-4, freecell-3'],
    ['an autoplay of another variant', ['solve', '1', '--autoplay', 'all'], 'safe or off'],
    ['an unknown autoplay', ['solve', '1', '--autoplay', 'on'], 'safe or off'],
    ['no deal to solve', ['solve'], 'exactly one deal number'],
    ['two deals to solve', ['solve', '1-2', '4'], 'exactly one deal number'],
    ['deals that end before they begin', ['solve', '5-3'], 'no deal from 5 to 3'],
    ['deals without an end', ['solve', '5-'], '1 to 1000000'],
    ['deals beyond the last', ['solve', '1-1000001'], '1 to 1000000'],
    ['three numbers', ['solve', '1-2-3'], '1 to 1000000'],
    ['a budget of nothing', ['solve', '1', '--budget', '0'], '--budget must be at least 1'],
    ['a time in words', ['solve', '1', '--ms', 'second'], '--ms'],
    ['a deal and a log', ['solve', '1', '--log', '-'], 'a log says itself'],
    ['a log and a variant', ['solve', '--log', '-', '--variant', 'freecell-4'], 'a log says itself'],
    ['nothing to do with a pool', ['pool'], 'build, verify, stats'],
    ['an unknown thing to do with a pool', ['pool', 'drain'], 'build, verify, stats'],
    ['a thing that every object has', ['pool', 'toString'], 'build, verify, stats'],
    ['an unknown pool', ['pool', 'stats', '--variant', 'spider'], 'freecell-4, freecell-3'],
    ['no threads', ['pool', 'build', '--threads', '0'], '--threads must be at least 1'],
    ['an empty sample', ['pool', 'verify', '--sample', '0'], '--sample must be at least 1'],
    ['nothing to rebuild', ['rebuild'], 'what can be rebuilt is leaderboard'],
    ['an unknown thing to rebuild', ['rebuild', 'hive'], 'what can be rebuilt is leaderboard'],
    ['two things to rebuild', ['rebuild', 'leaderboard', 'stats'], 'one thing at a time'],
    ['an option of another thing to do', ['pool', 'stats', '--all'], '--all'],
  ])('%s', async (_name, args, words) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^speedcell: /)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('    at ')
  })
})

describe('what fails otherwise is exit code 1', () => {
  test.each([
    ['a file that is not there', 'no-such-file.json', 'ENOENT'],
    ['a folder', '.', 'EISDIR'],
  ])('%s', async (_name, file, words) => {
    for (const args of [
      ['replay', file],
      ['replay', '--lines', file],
    ]) {
      const { code, stdout, stderr } = await run(args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(words)
    }
  })
})
