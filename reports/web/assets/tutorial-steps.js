// The steps of the tutorial. The field goal lists sites and values that must be entered. In a step
// without goal, the board must be solved. The field solution has a letter for each cell. The button
// that shows the next entry uses it.
export const steps = [
  {
    title: "A letter pairs both ways",
    text: "Each column is a person: A, B, C and D. A row is a round in which people pair up. A letter under a person names the partner. So if B stands under A, then A stands under B.",
    task: "Put B under A: select the first cell, and press B. Watch what happens under B, and in the graph.",
    board: "....", goal: [[0, 1], [1, 0]], solution: "BADC",
    done: "A and B are a pair. The other letter came by itself, and the graph got a line between A and B.",
  },
  {
    title: "Everybody has a partner",
    text: "In each row, everybody has exactly one partner. A and B are taken here.",
    task: "Pair up the other two.",
    board: "BA..", solution: "BADC",
    done: "C and D are the only two who are left, so they are a pair.",
  },
  {
    title: "Nobody meets twice",
    text: "Two people are a pair at most once in the whole table. In the graph, each row has a colour of its own, and no two lines connect the same letters.",
    task: "Fill in the second row. A has met B already.",
    board: "BADC/....", solution: "BADCCDAB",
    done: "A meets C or D; both are right. A board to play has only one solution.",
  },
  {
    title: "One letter is left",
    text: "Look up a column: the letters above are partners whom this person has met. If only one letter is left for a cell, it must be this one.",
    task: "Fill in the third row. A has met B and C.",
    board: "BADC/CDAB/....", solution: "BADCCDABDCBA",
    done: "For A only D was left, and for B only C.",
  },
  {
    title: "What the row forbids",
    text: "Each letter stands only once in a row. So look along the row, too: who has a partner already?",
    task: "Fill in both rows.",
    board: "BA.ED./D..AFE", solution: "BAFEDCDCBAFE",
    done: "In each row, only two people had no partner yet.",
  },
  {
    title: "An odd number of people",
    text: "With three people, one is left over in each row. This person gets their own letter. Nobody is left over twice.",
    task: "Fill in the empty cells.",
    board: "BAC/C../...", solution: "BACCBAACB",
    done: "C, B and A were left over in turn.",
  },
  {
    title: "Odd groups",
    text: "Look at two groups: A, B, C and D, E, F. Three is odd, so they cannot all pair up within their group: in each row, someone must leave it. In rows 3 and 4, B meets D and C meets E. In row 5, B and C have met everybody of the other group.",
    task: "Who must leave the group in row 5? Enter that pair.",
    board: "DEFABC/EFDCAB/.D.B../..E.C./......", goal: [[24, 5], [29, 0]], solution: "DEFABCEFDCABCDABFEBAEFCDFCBEDA",
    done: "Only A with F is left, because A has met D and E. Such arguments about odd and even numbers are called parity.",
  },
  {
    title: "A whole table",
    text: "This is the table of the essay in which Pair Place was published. In a full table, everybody meets everybody once. It has exactly one solution, and you need nothing but the steps before.",
    task: "Fill in the table.",
    board: ".CBED./.E..B./E...A./BAE.C./......", solution: "FCBEDADEFABCEFDCABBAEFCDCDABFE",
    done: "You have solved it. There is a new table every day on the page Daily.",
  },
];
