import { describe, expect, test } from 'vitest'
import { Gestures, type PointerInput } from './gestures.ts'

/** A pad on which everything left of 100 can be pressed, and `stone` at x < 10 cannot be lifted. */
function given() {
  const heard: string[] = []
  const gestures = new Gestures<string>({
    press: ({ x }) => (x < 10 ? 'stone' : x < 60 ? 'card' : x < 100 ? 'other' : undefined),
    tap: (pressed) => heard.push(`tap ${pressed}`),
    lift: (pressed, { x, y }) => {
      heard.push(`lift ${pressed} ${x} ${y}`)
      return pressed !== 'stone'
    },
    drag: ({ x, y }) => heard.push(`drag ${x} ${y}`),
    drop: ({ x, y }) => heard.push(`drop ${x} ${y}`),
    putBack: () => heard.push('put back'),
  })
  const input = (x: number, y: number, more: Partial<PointerInput> = {}): PointerInput => ({
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    buttons: 1,
    time: 0,
    x,
    y,
    ...more,
  })
  return { gestures, heard, input }
}

describe('a tap', () => {
  test.each([
    ['held still', 'mouse', 0, ['tap card']],
    ['a slip of four pixels', 'mouse', 4, ['tap card']],
    ['a finger that rolls by eight', 'touch', 8, ['tap card']],
    ['a mouse that goes seven', 'mouse', 7, ['lift card 50 50', 'drag 0 7', 'drop 0 7']],
    ['a finger that goes ten', 'touch', 10, ['lift card 50 50', 'drag 0 10', 'drop 0 10']],
  ])('%s', (_, pointerType, slip, events) => {
    const { gestures, heard, input } = given()
    gestures.down(input(50, 50, { pointerType }))
    gestures.move(input(50, 50 + slip, { pointerType }))
    gestures.up(input(50, 50 + slip, { pointerType, buttons: 0 }))
    expect(heard).toEqual(events)
  })

  test('on nothing is nothing', () => {
    const { gestures, heard, input } = given()
    expect(gestures.down(input(150, 50))).toBe(false)
    gestures.up(input(150, 50, { buttons: 0 }))
    expect(heard).toEqual([])
  })
})

describe('two taps', () => {
  const tap = ({ gestures, input }: ReturnType<typeof given>, x: number, time: number) => {
    gestures.down(input(x, 50, { time }))
    gestures.up(input(x, 50, { time: time + 20, buttons: 0 }))
  }

  test.each([
    ['on one thing within 300 ms are one', [50, 0, 50, 200], ['tap card']],
    ['at one place are one, whatever lies there', [58, 0, 62, 200], ['tap card']],
    ['after 300 ms are two', [50, 0, 50, 321], ['tap card', 'tap card']],
    ['on two things are two', [50, 0, 80, 100], ['tap card', 'tap other']],
    ['and a third are two', [50, 0, 50, 100, 50, 200], ['tap card', 'tap card']],
  ])('%s', (_, taps, events) => {
    const pad = given()
    for (let index = 0; index < taps.length; index += 2) tap(pad, taps[index] as number, taps[index + 1] as number)
    expect(pad.heard).toEqual(events)
  })
})

describe('a drag', () => {
  test('follows the pointer from where the thing lay', () => {
    const { gestures, heard, input } = given()
    expect(gestures.down(input(50, 50))).toBe(true)
    gestures.move(input(70, 60))
    gestures.move(input(300, -20))
    gestures.up(input(301, -20, { buttons: 0 }))
    expect(heard).toEqual(['lift card 50 50', 'drag 20 10', 'drag 250 -70', 'drop 251 -70'])
    expect(gestures.dragging).toBe(false)
  })

  test('may be all in one jump', () => {
    const { gestures, heard, input } = given()
    gestures.down(input(50, 50))
    gestures.up(input(90, 50, { buttons: 0 }))
    expect(heard).toEqual(['lift card 50 50', 'drop 40 0'])
  })

  test('of what cannot be lifted is nothing, and no tap either', () => {
    const { gestures, heard, input } = given()
    gestures.down(input(5, 50))
    gestures.move(input(50, 50))
    gestures.move(input(60, 50))
    gestures.up(input(60, 50, { buttons: 0 }))
    expect(heard).toEqual(['lift stone 5 50'])
  })

  test('that is cancelled puts the thing back', () => {
    const { gestures, heard, input } = given()
    gestures.down(input(50, 50))
    gestures.move(input(70, 50))
    gestures.cancel({ pointerId: 1 })
    gestures.move(input(90, 50))
    gestures.up(input(90, 50, { buttons: 0 }))
    expect(heard).toEqual(['lift card 50 50', 'drag 20 0', 'put back'])
  })

  test('can be ended from outside', () => {
    const { gestures, heard, input } = given()
    gestures.reset()
    gestures.down(input(50, 50))
    gestures.move(input(70, 50))
    gestures.reset()
    expect(heard.at(-1)).toBe('put back')
  })

  test('is put back by a second button', () => {
    const { gestures, heard, input } = given()
    gestures.down(input(50, 50))
    gestures.move(input(70, 50))
    gestures.move(input(70, 50, { buttons: 3 }))
    gestures.up(input(70, 50, { buttons: 0 }))
    expect(heard).toEqual(['lift card 50 50', 'drag 20 0', 'put back'])
  })
})

describe('what does not count', () => {
  test.each([
    ['the right button', { button: 2, buttons: 2 }],
    ['the main button while the right one is down', { button: 0, buttons: 3 }],
    ['a pen’s eraser', { button: 5, buttons: 32, pointerType: 'pen' }],
  ])('%s', (_, more) => {
    const { gestures, heard, input } = given()
    expect(gestures.down(input(50, 50, more))).toBe(false)
    gestures.up(input(50, 50, { buttons: 0 }))
    expect(heard).toEqual([])
  })

  test('a second finger', () => {
    const { gestures, heard, input } = given()
    gestures.down(input(50, 50))
    gestures.move(input(70, 50))
    expect(gestures.down(input(80, 50, { pointerId: 2 }))).toBe(false)
    gestures.move(input(20, 20, { pointerId: 2 }))
    gestures.up(input(20, 20, { pointerId: 2, buttons: 0 }))
    gestures.cancel({ pointerId: 2 })
    gestures.up(input(75, 50, { buttons: 0 }))
    expect(heard).toEqual(['lift card 50 50', 'drag 20 0', 'drop 25 0'])
  })
})
