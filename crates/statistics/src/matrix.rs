//! Small square matrices.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A small square matrix, row by row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Matrix(Vec<Vec<f64>>);

impl Matrix {
    /// The zero matrix.
    #[must_use]
    pub fn zero(size: usize) -> Self {
        Self(vec![vec![0.0; size]; size])
    }

    /// The identity matrix.
    #[must_use]
    pub fn identity(size: usize) -> Self {
        let mut matrix = Self::zero(size);
        for place in 0..size {
            matrix[place][place] = 1.0;
        }
        matrix
    }

    /// The number of rows, which is also the number of columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.0
    }

    /// The rows, mutable.
    pub fn rows_mut(&mut self) -> &mut [Vec<f64>] {
        &mut self.0
    }

    /// The product with a vector.
    #[must_use]
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        let product = |row: &Vec<f64>| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.0.iter().map(product).collect()
    }

    /// The inverse of a positive definite matrix, by elimination.
    #[must_use]
    pub fn inverse(mut self) -> Self {
        let size = self.size();
        let mut inverse = Self::identity(size);
        for place in 0..size {
            let pivot = self[place][place];
            for matrix in [&mut self, &mut inverse] {
                matrix[place].iter_mut().for_each(|number| *number /= pivot);
            }
            for row in (0..size).filter(|&row| row != place) {
                let factor = self[row][place];
                for matrix in [&mut self, &mut inverse] {
                    let source = matrix.0[place].clone();
                    let cells = matrix[row].iter_mut().zip(source);
                    cells.for_each(|(number, other)| *number -= factor * other);
                }
            }
        }
        inverse
    }
}

impl Index<usize> for Matrix {
    type Output = [f64];

    fn index(&self, row: usize) -> &[f64] {
        &self.0[row]
    }
}

impl IndexMut<usize> for Matrix {
    fn index_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.0[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let matrix =
            Matrix(vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -0.25], vec![0.5, -0.25, 2.0]]);
        let vector = [1.0, -2.0, 3.0];
        let back = matrix.clone().inverse().times(&matrix.times(&vector));
        assert!(back.iter().zip(vector).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
        let text = serde_json::to_string(&matrix).unwrap();
        assert_eq!(text, "[[4.0,1.0,0.5],[1.0,3.0,-0.25],[0.5,-0.25,2.0]]");
        assert_eq!(serde_json::from_str::<Matrix>(&text).unwrap(), matrix);
    }
}
