import "./frame.js";
