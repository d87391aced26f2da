// The steps of the tutorial. The field goal lists sites and values that must be entered. In a step
// without goal, the board must be solved. The field solution has a letter for each cell. The button
// that shows the next entry uses it.
export const steps = [
  {
    title: "A letter pairs both ways",
    text: "Each column is a person: A, B, C and D. A row is a round in which people pair up. A letter under a person names the partner. So if B stands under A, then A stands under B.",
    task: "Put B under A: select the first cell, and press B. Watch what happens under B, and in the graph.",
    board: "....",
    goal: [
      [0, 1],
      [1, 0],
    ],
    solution: "BADC",
    done: "A and B are a pair. The other letter appeared by itself, and the graph now has a line between A and B.",
  },
  {
    title: "Everybody has a partner",
    text: "In each row, everybody has exactly one partner. Here, A and B are a pair already.",
    task: "Pair up the other two.",
    board: "BA..",
    solution: "BADC",
    done: "Only C and D were left, so they are a pair.",
  },
  {
    title: "Nobody meets twice",
    text: "Two people are a pair at most once in the whole table. In the graph, each row has a colour of its own, and no two lines connect the same letters.",
    task: "Fill in the second row. A has met B already.",
    board: "BADC/....",
    solution: "BADCCDAB",
    done: "A can meet C or D here, so this board has two solutions. A real puzzle has only one.",
  },
  {
    title: "One letter is left",
    text: "Look at the letters above a cell. They are partners whom this person has met already. If only one letter is left for the cell, that letter must be right.",
    task: "Fill in the third row. A has met B and C.",
    board: "BADC/CDAB/....",
    solution: "BADCCDABDCBA",
    done: "For A, only D was left, and for B, only C.",
  },
  {
    title: "What the row forbids",
    text: "Each letter stands only once in a row. So look along the row as well: who has a partner already?",
    task: "Fill in both rows.",
    board: "BA.ED./D..AFE",
    solution: "BAFEDCDCBAFE",
    done: "In each row, only two people had no partner yet.",
  },
  {
    title: "An odd number of people",
    text: "With three people, one is left over in each row. This person gets their own letter. Nobody is left over twice.",
    task: "Fill in the empty cells.",
    board: "BAC/C../...",
    solution: "BACCBAACB",
    done: "C, B and A were left over in turn.",
  },
  {
    title: "Odd groups",
    text: "A, B and C are one group, and D, E and F are another. Three is an odd number, so three people cannot all pair up within their group. In each row, someone must have a partner from the other group. After row 4, B and C have both met everybody in the other group.",
    task: "In row 5, who has a partner from the other group? Enter this pair.",
    board: "DEFABC/EFDCAB/.D.B../..E.C./......",
    goal: [
      [24, 5],
      [29, 0],
    ],
    solution: "DEFABCEFDCABCDABFEBAEFCDFCBEDA",
    done: "The pair must be A and F: B and C have met D, E and F already, and A has met D and E. Such arguments about odd and even numbers are called parity.",
  },
  {
    title: "A whole table",
    text: "This table comes from the essay in which Pair Place was published. In a full table, everybody meets everybody else once. This table has exactly one solution, and the earlier steps are all that you need.",
    task: "Fill in the table.",
    board: ".CBED./.E..B./E...A./BAE.C./......",
    solution: "FCBEDADEFABCEFDCABBAEFCDCDABFE",
    done: "You have solved it. There is a new table every day on the page Daily.",
  },
];
