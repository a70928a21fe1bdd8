//! A calculator for sums in brackets.
use std::collections::HashMap;
use std::fmt;

/// What a text is made of.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(i64),
    Name(String),
    Sign { symbol: char, weight: u8 },
}

struct Machine<'a> {
    names: HashMap<&'a str, i64>,
    stack: Vec<i64>,
}

trait Run {
    fn run(&mut self, tokens: &[Token]) -> Result<i64, String>;
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{:?}>", self)
    }
}

impl<'a> Run for Machine<'a> {
    fn run(&mut self, tokens: &[Token]) -> Result<i64, String> {
        for token in tokens {
            match token {
                Token::Number(value) => self.stack.push(*value),
                Token::Name(name) if name.is_empty() => return Err("no \"name\" (".to_string()),
                Token::Name(name) => self.stack.push(*self.names.get(name.as_str()).unwrap_or(&0)),
                Token::Sign { symbol: '+', .. } => {
                    let (a, b) = (self.stack.pop().unwrap_or(0), self.stack.pop().unwrap_or(0));
                    self.stack.push(a + b);
                }
                Token::Sign { symbol, .. } => return Err(format!("unknown {symbol}")),
            }
        }
        self.stack.pop().ok_or_else(|| String::from(r#"empty "stack" ]"#))
    }
}

fn main() {
    let mut machine = Machine { names: HashMap::from([("x", 4)]), stack: Vec::new() };
    let tokens = vec![Token::Number(3), Token::Name("x".into()), Token::Sign { symbol: '+', weight: 1 }];
    let mut rounds = 0;
    while rounds < 2 {
        rounds += 1; /* twice */
        if let Ok(value) = machine.run(&tokens) {
            println!("{} = {}\n", tokens[0], value);
        }
    }
}
